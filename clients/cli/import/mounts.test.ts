import { expect, it } from 'vitest'
import { maySet } from './mounts.ts'

it.each<[source: string, target: string, kind: 'file' | 'folder' | undefined, expected: boolean]>([
  ['/app/nginx.conf', '/etc/nginx/nginx.conf', undefined, true],
  ['/app/nginx', '/etc/nginx', undefined, true],
  ['/app/rules', '/usr/local/etc/haproxy/rules', 'folder', true],
  ['/app/conf.d/', '/x', 'folder', true],
  ['/app/sonarr', '/config', undefined, true],
  ['/app/my-config', '/x', 'folder', true],
  ['/app/Caddyfile', '/x', 'file', true],
  ['/app/Caddyfile', '/x', undefined, false],
  ['/app/data', '/var/lib/postgresql/data', 'folder', false],
  ['/app/data', '/data/configdb', undefined, false],
  ['/app/v1.2', '/x', undefined, false],
  ['/app/example.com', '/srv/www', 'folder', false],
  ['/app/.cache', '/cache', undefined, false],
  ['/var/run/docker.sock', '/var/run/docker.sock', undefined, false],
  ['/app/php.sock', '/php.sock', undefined, false],
  ['/etc/localtime', '/etc/localtime', 'file', false],
  ['/', '/host', 'folder', false],
])('%s at %s, a %s, may have settings: %s', (source, target, kind, expected) => {
  expect(maySet(source, target, kind)).toBe(expected)
})

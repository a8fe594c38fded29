import { describe, expect, it } from 'vitest'
import { findTechnology } from '../../../../services/render-worker/scene/technology/find-technology.ts'
import { technologyOf } from './image.ts'

describe('an image', () => {
  it.each([
    ['postgres:18', 'postgres:18'],
    ['node:24-alpine', 'node:24-alpine'],
    ['redis', 'redis'],
    ['valkey/valkey:9', 'valkey/valkey:9'],
    ['docker.io/shop/app:1', 'docker.io/shop/app:1'],
    [`nginx:1.29@sha256:${'0'.repeat(64)}`, 'nginx:1.29'],
    [`redis@sha256:${'0'.repeat(64)}`, 'redis'],
    ['ghcr.io/org/app:1.2', 'app 1.2'],
    ['ghcr.io/org/app:v1.2.3-slim', 'app v1.2.3'],
    ['ghcr.io/org/app:latest', 'app'],
    ['ghcr.io/org/app:0c1f6a3e', 'app'],
    ['ghcr.io/org/app', 'app'],
    ['quay.io/team/deep/app:2', 'app 2'],
    ['localhost:5000/app:1', 'app 1'],
    ['localhost/app:1', 'app 1'],
    ['redis:\uFFFD', 'redis'],
    ['redis:\uFFFD-alpine', 'redis'],
    ['redis:8-\uFFFD', 'redis'],
    ['\uFFFD', ''],
    ['\uFFFD:8', ''],
    ['\uFFFD:\uFFFD-ad', ''],
    ['\uFFFD/shop/app:1', 'shop/app:1'],
    ['\uFFFDnginx:1', 'nginx:1'],
    ['ghcr.io/\uFFFD/app:1', 'app 1'],
    ['shop/app-\uFFFD-server:1', 'shop/app-server:1'],
    ['shop/app-\uFFFD', 'shop/app'],
    ['', ''],
    [':-ad', ''],
    ['/', ''],
    ['x'.repeat(1_000), ''],
  ])('%s is the technology %s', (image, technology) => {
    expect(technologyOf(image)).toBe(technology)
  })

  it.each(['postgres:14-vector', 'node:20-alpine', 'envoy:v1.30', 'metabase:latest', 'redis'])(
    'of another registry has the same icon as on Docker Hub: %s',
    (image) => {
      const icon = findTechnology(image, 'tech')?.icon
      expect(icon).toBeDefined()
      expect(findTechnology(technologyOf(`ghcr.io/org/${image}`), 'tech')?.icon).toBe(icon)
    },
  )
})

import { type Architecture, edge, fanIn } from '../notation.ts'

/** Source: PostHog's architecture, “zooming closer”, https://posthog.com/docs/how-posthog-works */
export const posthog: Architecture = {
  name: 'PostHog',
  nodes: [
    { id: 'user', label: 'User' },
    { id: 'sdk', label: 'Client apps and SDKs' },
    { id: 'web', label: 'Web', tech: 'Django', spend: 2400, currency: 'GBP', billing: ['seat'] },
    { id: 'capture', label: 'Capture API', spend: 5200, currency: 'GBP', billing: ['usage'] },
    { id: 'flags', label: 'Flags API', spend: 1900, currency: 'GBP', billing: ['usage'] },
    { id: 'cron', label: 'cron' },
    { id: 'celery', label: 'Celery', tech: 'Short tasks', spend: 800, currency: 'GBP' },
    { id: 'ingestion', label: 'Ingestion', tech: 'Plugin server', spend: 6100, currency: 'GBP', billing: ['usage'] },
    { id: 'async', label: 'Async', tech: 'Plugin server' },
    { id: 'timer', label: 'Timer' },
    { id: 'stores', label: 'Data stores', tech: 'ClickHouse, PostgreSQL, Redis', spend: 31_000, currency: 'GBP' },
    { id: 'export', label: 'Export sink', tech: 'Destinations' },
  ],
  edges: [
    edge('user', 'web', 'views insights and more'),
    edge('sdk', 'capture', 'send events'),
    edge('sdk', 'flags', 'read'),
    edge('web', 'stores'),
    edge('capture', 'ingestion', 'write events', { dashed: true }),
    edge('ingestion', 'async', 'onEvent', { labelFont: 'mono' }),
    edge('ingestion', 'stores', 'save events'),
    edge('timer', 'async', 'onTimer', { labelFont: 'mono' }),
    edge('async', 'export', 'export events', { dashed: true }),
    edge('flags', 'stores', 'e.g. read flags'),
    edge('stores', 'async', 'read events'),
    edge('web', 'celery', 'start task', { dashed: true }),
    edge('cron', 'celery', 'on schedule', { dashed: true }),
    ...fanIn(['celery'], 'stores'),
  ],
}

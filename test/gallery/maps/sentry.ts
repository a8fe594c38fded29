import { type Architecture, edge, fanOut } from '../notation.ts'

/** Source: Sentry's service diagram, https://github.com/getsentry/develop/blob/master/src/docs/architecture.mdx */
export const sentry: Architecture = {
  name: 'Sentry, self-hosted',
  nodes: [
    { id: 'app', label: 'Your application', tech: 'Sentry SDK' },
    { id: 'lb', label: 'Load balancer', tech: 'nginx' },
    { id: 'relay', label: 'Relay', tech: 'Rust' },
    { id: 'web', label: 'Sentry (web)', tech: 'Django' },
    { id: 'worker', label: 'Sentry (worker)', tech: 'Celery' },
    { id: 'symbolicator', label: 'Symbolicator', tech: 'Rust' },
    { id: 'snuba', label: 'Snuba', tech: 'Python' },
    { id: 'kafka', label: 'Kafka', spend: 640, currency: 'CAD', billing: ['flat'] },
    { id: 'zookeeper', label: 'ZooKeeper' },
    { id: 'clickhouse', label: 'ClickHouse', spend: 1180, currency: 'CAD', billing: ['flat'] },
    { id: 'postgres', label: 'PostgreSQL', spend: 520, currency: 'CAD', billing: ['flat'] },
    { id: 'redis', label: 'Redis', spend: 160, currency: 'CAD' },
    { id: 'memcached', label: 'Memcached', spend: 75, currency: 'CAD' },
  ],
  edges: [
    edge('app', 'lb', 'SDK'),
    ...fanOut('lb', ['relay', 'web'], '/api/\\d+/store/', { labelFont: 'mono' }),
    ...fanOut('relay', ['kafka', 'redis']),
    ...fanOut('web', ['symbolicator', 'snuba', 'memcached', 'postgres']),
    edge('web', 'worker', 'tasks', { dashed: true }),
    ...fanOut('worker', ['memcached', 'redis', 'postgres']),
    ...fanOut('snuba', ['kafka', 'redis', 'clickhouse']),
    edge('kafka', 'zookeeper'),
  ],
}

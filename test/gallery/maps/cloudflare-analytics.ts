import { type Architecture, edge, fanOut } from '../notation.ts'

/**
 * Source: Alex Bocharov, HTTP Analytics for 6M requests per second using ClickHouse,
 * https://blog.cloudflare.com/http-analytics-for-6m-requests-per-second-using-clickhouse/
 */
export const cloudflareAnalytics: Architecture = {
  name: 'Cloudflare HTTP analytics: 6 million requests a second',
  nodes: [
    { id: 'edge', label: 'Edge', tech: 'NGINX and DNS in every city' },
    { id: 'forwarder', label: 'Log forwarder', tech: 'Cap’n Proto', spend: 14_000, billing: ['flat'] },
    { id: 'kafka', label: 'Kafka', tech: '106 brokers, replicated three times', spend: 61_000, billing: ['flat'] },
    { id: 'consumers', label: 'Kafka consumers', tech: 'Go, one per partition', spend: 8300, billing: ['flat'] },
    {
      id: 'clickhouse',
      label: 'ClickHouse',
      tech: '36 nodes, replicated three times',
      spend: 72_500,
      billing: ['flat'],
    },
    { id: 'views', label: 'Materialized views', tech: 'Aggregates by minute, hour and day' },
    { id: 'api', label: 'Zone Analytics API', tech: 'Go', spend: 2600 },
    { id: 'dashboard', label: 'Dashboard', tech: 'Analytics tab' },
    { id: 'customers', label: 'Customers’ own tools', tech: 'Dashboard and co-locations endpoints' },
  ],
  edges: [
    edge('edge', 'forwarder', 'logs', { dashed: true }),
    edge('forwarder', 'kafka', 'capnp', { labelFont: 'mono', dashed: true }),
    edge('kafka', 'consumers', '6M logs/s', { labelFont: 'mono', dashed: true, labelSize: 14 }),
    edge('consumers', 'clickhouse', 'INSERT', { labelFont: 'mono', color: '#d97706' }),
    edge('clickhouse', 'views', 'on insert', { color: '#d97706' }),
    edge('api', 'views', 'SQL', { labelFont: 'mono', line: 'straight' }),
    ...fanOut('dashboard', ['api'], 'HTTPS'),
    ...fanOut('customers', ['api'], 'HTTPS'),
  ],
}

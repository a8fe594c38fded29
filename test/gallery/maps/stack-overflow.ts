import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/**
 * Source: Nick Craver, Stack Overflow: The Architecture – 2016 Edition,
 * https://nickcraver.com/blog/2016/02/17/stack-overflow-the-architecture-2016-edition/
 */
export const stackOverflow: Architecture = {
  name: 'Stack Overflow, 2016',
  nodes: [
    { id: 'users', label: 'Users', tech: '66 million pages a day', ...at(2, 0) },
    { id: 'dns', label: 'DNS', tech: 'CloudFlare', spend: 4800, billing: ['flat'], ...at(3.5, 0) },
    { id: 'routers', label: 'Routers', tech: '4 × Cisco ASR, 4 ISPs', spend: 21_000, billing: ['flat'], ...at(2, 1) },
    { id: 'lb', label: 'Load balancers', tech: '4 × HAProxy on CentOS 7', spend: 3900, billing: ['flat'], ...at(2, 2) },
    { id: 'web', label: 'Web tier', tech: '11 × IIS, ASP.NET MVC', spend: 17_600, billing: ['flat'], ...at(1, 3) },
    { id: 'sockets', label: 'WebSockets', tech: '500,000 connections', spend: 1500, ...at(3, 3) },
    { id: 'service', label: 'Service tier', tech: '3 × IIS, Tag Engine', spend: 6900, billing: ['flat'], ...at(0, 4) },
    { id: 'redis', label: 'Redis', tech: '2 × 256 GB, L2 cache and pub/sub', spend: 4400, ...at(2.5, 4) },
    { id: 'elastic', label: 'Elasticsearch', tech: '3 nodes', spend: 3100, ...at(3.7, 4) },
    { id: 'sql-so', label: 'SQL Server', tech: 'Stack Overflow cluster', spend: 28_500, ...at(0.5, 5.2) },
    { id: 'sql-se', label: 'SQL Server', tech: 'Stack Exchange, Careers, Meta', spend: 26_200, ...at(1.7, 5.2) },
    {
      id: 'colorado',
      label: 'Colorado data centre',
      tech: 'Replicas',
      spend: 33_000,
      billing: ['flat'],
      ...at(3.2, 5.2),
    },
  ],
  edges: [
    edge('users', 'routers', 'HTTPS 443'),
    edge('users', 'dns', '', { dashed: true }),
    edge('routers', 'lb', '10 Gbps', { labelSize: 13 }),
    edge('lb', 'web', 'HTTP', { line: 'smoothstep' }),
    edge('lb', 'sockets', 'WSS', { line: 'smoothstep' }),
    edge('web', 'service', 'internal HTTP API', { line: 'smoothstep' }),
    edge('web', 'redis', 'cache', { line: 'smoothstep', arrow: 'both' }),
    edge('redis', 'sockets', 'pub/sub', { line: 'smoothstep', dashed: true }),
    edge('service', 'elastic', 'indexes', { line: 'step' }),
    edge('web', 'elastic', 'searches', { line: 'step' }),
    ...fanOut('web', ['sql-so', 'sql-se'], 'SQL', { line: 'smoothstep', labelFont: 'mono' }),
    edge('service', 'sql-so', 'questions by tag', { line: 'smoothstep' }),
    ...fanIn(['sql-so', 'sql-se'], 'colorado', 'availability group', { dashed: true, color: '#0369a1' }),
  ],
}

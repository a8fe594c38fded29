import { type Architecture, at, edge } from '../notation.ts'

/** Source: Airbyte's architecture overview, https://docs.airbyte.com/platform/understanding-airbyte/high-level-view */
export const airbyte: Architecture = {
  name: 'Airbyte',
  nodes: [
    { id: 'server', label: 'Config API server', tech: 'airbyte-server', spend: 210, billing: ['flat'], ...at(0, 0) },
    { id: 'db', label: 'Config & jobs', tech: 'airbyte-db', spend: 95, billing: ['flat'], ...at(0, 1.2) },
    { id: 'temporal', label: 'Temporal', tech: 'Scheduler', spend: 130, billing: ['flat'], ...at(1.2, 0) },
    { id: 'workers', label: 'Airbyte workers', tech: '1 … n', spend: 260, billing: ['usage'], ...at(2.4, 0) },
    { id: 'workload', label: 'Workload API server', tech: 'airbyte-workload-api-server', ...at(3.6, 0) },
    { id: 'queue', label: 'Queue', ...at(3.6, 1.2) },
    { id: 'launcher', label: 'Launcher', tech: 'airbyte-workload-launcher', ...at(2.4, 1.2) },
    {
      id: 'pod',
      label: 'Operation pod',
      tech: 'Source and destination',
      spend: 1400,
      billing: ['usage'],
      ...at(2.4, 2.4),
    },
  ],
  edges: [
    edge('server', 'db', 'store data', { line: 'straight', labelFont: 'sans' }),
    edge('server', 'temporal', 'create workflow', { line: 'straight', labelFont: 'sans' }),
    edge('temporal', 'workers', 'launch task', { line: 'straight', labelFont: 'sans' }),
    edge('workers', 'temporal', 'return status', { line: 'straight', labelFont: 'sans', dashed: true }),
    edge('workers', 'workload', 'creates job', { line: 'straight', labelFont: 'sans' }),
    edge('workload', 'queue', 'queues workload', { line: 'straight', labelFont: 'sans' }),
    edge('launcher', 'queue', 'reads from', { line: 'straight', labelFont: 'sans' }),
    edge('launcher', 'pod', 'launches', { line: 'straight', labelFont: 'sans' }),
    edge('pod', 'workload', 'reports status to', { line: 'smoothstep', labelFont: 'sans', dashed: true }),
  ],
}

import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/** Source: Immich's architecture, https://docs.immich.app/developer/architecture */
export const immich: Architecture = {
  name: '📸 Immich at home',
  nodes: [
    { id: 'mobile', label: '📱 Mobile app', tech: 'Flutter', ...at(0, 0) },
    { id: 'web', label: '🖥️ Web app', tech: 'Svelte', ...at(0, 1) },
    { id: 'cli', label: '⌨️ CLI', tech: 'Bulk upload', ...at(0, 2) },
    {
      id: 'server',
      label: '🚀 immich-server',
      tech: 'NestJS',
      spend: 6,
      currency: 'AUD',
      billing: ['flat'],
      ...at(1.3, 1),
    },
    { id: 'redis', label: '⚡ Redis', tech: 'Job queues', ...at(2.6, 2) },
    { id: 'postgres', label: '🐘 Postgres', tech: 'with VectorChord', ...at(2.6, 0) },
    {
      id: 'files',
      label: '🗄️ File system',
      tech: '8 TB, family photos 👨‍👩‍👧‍👦',
      spend: 19.9,
      currency: 'AUD',
      ...at(2.6, 1),
    },
    { id: 'ml', label: '🧠 immich-machine-learning', tech: 'CLIP, faces', spend: 14.5, currency: 'AUD', ...at(1.3, 3) },
  ],
  edges: [
    ...fanIn(['mobile', 'web', 'cli'], 'server', '🔒 REST'),
    edge('server', 'postgres', '🔎 SQL', { arrow: 'both' }),
    ...fanOut('server', ['files'], '🖼️ originals', { arrow: 'both' }),
    edge('server', 'redis', '📥 jobs', { dashed: true, arrow: 'both' }),
    edge('server', 'ml', '🙂 faces, embeddings', { line: 'smoothstep' }),
  ],
}

import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/** Source: scaling Synapse via workers, https://github.com/matrix-org/synapse/blob/develop/docs/workers.md */
export const synapseWorkers: Architecture = {
  name: 'Matrix homeserver: Synapse with workers',
  nodes: [
    { id: 'clients', label: 'Clients', tech: 'Element, FluffyChat, …', ...at(1.5, 0) },
    { id: 'servers', label: 'Other homeservers', tech: 'Federation', ...at(2.5, 0) },
    { id: 'proxy', label: 'Reverse proxy', tech: 'nginx or HAProxy', spend: 35, currency: 'EUR', ...at(2, 1) },
    { id: 'media', label: 'Media repository', tech: 'synapse.app.media_repository' },
    { id: 'push', label: 'Pusher', tech: 'synapse.app.pusher' },
    {
      ...{ id: 'main', label: 'Main process', tech: 'synapse.app.homeserver' },
      ...{ spend: 120, currency: 'EUR', billing: ['flat'], ...at(0.5, 2.5) },
    },
    { id: 'worker1', label: 'Generic worker 1', tech: '/sync', spend: 80, currency: 'EUR', ...at(1.5, 2.5) },
    {
      id: 'worker2',
      label: 'Generic worker 2',
      tech: 'Federation inbound',
      spend: 80,
      currency: 'EUR',
      ...at(2.5, 2.5),
    },
    { id: 'persister', label: 'Event persister', tech: 'Stream writer', spend: 80, currency: 'EUR', ...at(3.5, 2.5) },
    {
      ...{ id: 'redis', label: 'Redis', tech: 'Pub/sub, shared cache' },
      ...{ spend: 28, currency: 'EUR', billing: ['flat'], ...at(2, 4) },
    },
    {
      ...{ id: 'db', label: 'PostgreSQL', tech: 'One database for all processes' },
      ...{ spend: 340, currency: 'EUR', billing: ['flat'], ...at(2, 5) },
    },
  ],
  edges: [
    ...fanIn(['clients', 'servers'], 'proxy', 'HTTPS', { labelFont: 'sans' }),
    ...fanOut('proxy', ['main', 'worker1', 'worker2'], 'HTTP', { labelFont: 'sans' }),
    edge('proxy', 'media', '/_matrix/media/', { labelFont: 'mono' }),
    edge('worker1', 'persister', 'send event', { line: 'smoothstep' }),
    edge('worker1', 'main', 'HTTP replication', { line: 'straight' }),
    edge('worker2', 'persister', 'send event', { line: 'straight' }),
    ...fanIn(['main', 'worker1', 'worker2', 'persister', 'media', 'push'], 'redis', 'replication', {
      arrow: 'both',
      dashed: true,
      color: '#b91c1c',
    }),
    ...fanIn(['main', 'worker1', 'worker2', 'persister'], 'db', 'SQL', {
      labelFont: 'mono',
      line: 'step',
      animated: false,
      color: '#475569',
    }),
  ],
}

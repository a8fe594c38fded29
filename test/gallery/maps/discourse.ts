import { type Architecture, edge } from '../notation.ts'

/** Source: the containers of Discourse's sample files, https://github.com/discourse/discourse_docker/tree/main/samples */
export const discourse: Architecture = {
  name: 'Discourse in three containers',
  nodes: [
    { id: 'mail-receiver', label: 'mail-receiver', tech: 'Postfix', spend: 5, currency: 'CHF', billing: ['flat'] },
    {
      id: 'web_only',
      label: 'web_only',
      tech: 'nginx, Unicorn, Sidekiq',
      spend: 48,
      currency: 'CHF',
      billing: ['flat'],
    },
    { id: 'data', label: 'data', tech: 'PostgreSQL, Redis', spend: 36, currency: 'CHF', billing: ['flat'] },
  ],
  edges: [
    edge('mail-receiver', 'web_only', '/admin/email/handle_mail', { labelFont: 'mono' }),
    edge('web_only', 'data', 'SQL 5432', { labelFont: 'mono' }),
    edge('web_only', 'data', 'RESP 6379', { labelFont: 'mono' }),
  ],
}

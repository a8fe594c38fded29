import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/** Source: Supabase's own compose file, https://github.com/supabase/supabase/blob/master/docker/docker-compose.yml */
export const supabase: Architecture = {
  name: 'Supabase, self-hosted',
  nodes: [
    { id: 'app', label: 'Your app', tech: 'supabase-js', ...at(0, 2) },
    { id: 'kong', label: 'Kong', tech: 'API gateway', spend: 45, currency: 'SGD', billing: ['flat'], ...at(1, 2) },
    { id: 'studio', label: 'Studio', tech: 'Dashboard, Next.js', spend: 25, currency: 'SGD', ...at(2, -0.2) },
    { id: 'meta', label: 'postgres-meta', tech: 'Schema API', ...at(3, -0.2) },
    { id: 'auth', label: 'Auth', tech: 'GoTrue', spend: 30, currency: 'SGD', billing: ['flat'], ...at(2, 0.8) },
    { id: 'rest', label: 'REST', tech: 'PostgREST', spend: 30, currency: 'SGD', billing: ['flat'], ...at(2, 1.8) },
    {
      id: 'realtime',
      label: 'Realtime',
      tech: 'Elixir',
      spend: 60,
      currency: 'SGD',
      billing: ['usage'],
      ...at(2, 2.8),
    },
    { id: 'storage', label: 'Storage', tech: 'storage-api', spend: 35, currency: 'SGD', ...at(2, 3.8) },
    {
      id: 'functions',
      label: 'Edge Functions',
      tech: 'Deno',
      spend: 50,
      currency: 'SGD',
      billing: ['usage'],
      ...at(2, 4.8),
    },
    {
      ...{ id: 'db', label: 'Database', tech: 'Postgres 15' },
      ...{ spend: 480, currency: 'SGD', billing: ['flat'], ...at(4, 2) },
    },
    // Added later, and never moved to where they belong.
    { id: 'imgproxy', label: 'imgproxy', tech: 'Image transformations' },
    { id: 'supavisor', label: 'Supavisor', tech: 'Connection pooler', spend: 20, currency: 'SGD' },
    { id: 'vector', label: 'Vector', tech: 'Log collector' },
    { id: 'analytics', label: 'Analytics', tech: 'Logflare', spend: 70, currency: 'SGD' },
  ],
  edges: [
    edge('app', 'kong', 'HTTPS 443', { labelFont: 'mono' }),
    edge('app', 'supavisor', 'SQL 6543', { labelFont: 'mono', dashed: true }),
    edge('kong', 'studio', '/'),
    edge('kong', 'auth', '/auth/v1', { labelFont: 'mono' }),
    edge('kong', 'rest', '/rest/v1', { labelFont: 'mono' }),
    edge('kong', 'realtime', '/realtime/v1', { labelFont: 'mono' }),
    edge('kong', 'storage', '/storage/v1', { labelFont: 'mono' }),
    edge('kong', 'functions', '/functions/v1', { labelFont: 'mono' }),
    edge('studio', 'meta', 'HTTP 8080'),
    ...fanIn(['meta', 'auth', 'rest', 'storage', 'functions', 'supavisor', 'analytics'], 'db', '', {
      color: '#3ecf8e',
    }),
    edge('realtime', 'db', 'WAL', { arrow: 'both', color: '#3ecf8e' }),
    edge('storage', 'imgproxy', 'HTTP 5001'),
    edge('storage', 'rest', 'HTTP 3000'),
    edge('vector', 'analytics', 'logs', { dashed: true }),
    ...fanOut('studio', ['analytics'], 'queries', { dashed: true }),
  ],
}

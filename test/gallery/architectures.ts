import { airbyte } from './maps/airbyte.ts'
import { astronomyShop } from './maps/astronomy-shop.ts'
import { awsServerlessShop } from './maps/aws-serverless-shop.ts'
import { cloudflareAnalytics } from './maps/cloudflare-analytics.ts'
import { discourse } from './maps/discourse.ts'
import { gitlabComponents } from './maps/gitlab-components.ts'
import { gitlabOverview } from './maps/gitlab-overview.ts'
import { immich } from './maps/immich.ts'
import { keystone } from './maps/keystone.ts'
import { kubernetes } from './maps/kubernetes.ts'
import { mastodon } from './maps/mastodon.ts'
import { michelangelo } from './maps/michelangelo.ts'
import { monzo } from './maps/monzo.ts'
import { onlineBoutique } from './maps/online-boutique.ts'
import { posthog } from './maps/posthog.ts'
import { sentry } from './maps/sentry.ts'
import { stackOverflow } from './maps/stack-overflow.ts'
import { supabase } from './maps/supabase.ts'
import { synapseWorkers } from './maps/synapse-workers.ts'
import { wikipedia } from './maps/wikipedia.ts'
import type { Architecture } from './notation.ts'

/** Published architectures of real systems, by picture name. */
export const architectures: Record<string, Architecture> = {
  airbyte,
  'astronomy-shop': astronomyShop,
  'aws-serverless-shop': awsServerlessShop,
  'cloudflare-analytics': cloudflareAnalytics,
  discourse,
  'gitlab-components': gitlabComponents,
  'gitlab-overview': gitlabOverview,
  immich,
  keystone,
  kubernetes,
  mastodon,
  michelangelo,
  monzo,
  'online-boutique': onlineBoutique,
  posthog,
  sentry,
  'stack-overflow': stackOverflow,
  supabase,
  'synapse-workers': synapseWorkers,
  wikipedia,
}

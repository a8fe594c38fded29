import { type Architecture, at, edge, fanOut } from '../notation.ts'

/**
 * Source: Chris Evans and Suhail Patel, How to build a digital bank using AWS (re:Invent 2019),
 * https://speakerdeck.com/player/b380d7c16db643bcb41dd4adfa5cc1d0
 */
export const monzo: Architecture = {
  name: 'Monzo: a card payment',
  nodes: [
    { id: 'shop', label: 'Card at a shop', tech: 'Store or online', ...at(0, 1) },
    { id: 'mastercard', label: 'Mastercard', tech: 'Payment network', ...at(1, 1) },
    {
      ...{ id: 'dc', label: 'Data centres', tech: 'Gateways to payment networks' },
      ...{ spend: 42_000, currency: 'GBP', billing: ['flat'], ...at(2, 1) },
    },
    {
      ...{ id: 'k8s', label: 'Microservices', tech: '1,500 in Go, Kubernetes on EC2' },
      ...{ spend: 186_000, currency: 'GBP', billing: ['usage'], ...at(3.4, 1) },
    },
    {
      ...{ id: 'cassandra', label: 'Cassandra', tech: 'The bank’s data' },
      ...{ spend: 94_000, currency: 'GBP', billing: ['usage'], ...at(5, 0) },
    },
    { id: 'etcd', label: 'etcd', tech: 'Distributed locks', spend: 1900, currency: 'GBP', ...at(5, 1) },
    { id: 'kafka', label: 'Kafka', tech: 'Ordered queues', spend: 12_500, currency: 'GBP', ...at(5, 2) },
    { id: 'nsq', label: 'NSQ', tech: 'Unordered queues, events', spend: 3300, currency: 'GBP', ...at(3.4, 2.4) },
    {
      ...{ id: 'prometheus', label: 'Prometheus', tech: 'Metrics and alerts' },
      ...{ spend: 5200, currency: 'GBP', ...at(3.4, -0.4) },
    },
    { id: 'thanos', label: 'Thanos', tech: 'Unlimited retention', ...at(2, -0.4) },
    {
      ...{ id: 's3', label: 'Amazon S3', tech: 'Blocks of metrics' },
      ...{ spend: 7100, currency: 'GBP', billing: ['usage'], ...at(1, -0.4) },
    },
  ],
  edges: [
    edge('shop', 'mastercard', 'tap'),
    edge('mastercard', 'dc', 'ISO 8583', { arrow: 'both', labelFont: 'mono' }),
    edge('dc', 'k8s', 'AWS Direct Connect', { arrow: 'both', color: '#f97316', labelSize: 12 }),
    edge('k8s', 'cassandra', 'CQL', { labelFont: 'mono' }),
    edge('k8s', 'etcd', 'lock'),
    ...fanOut('k8s', ['kafka', 'nsq'], 'events', { dashed: true, arrow: 'both' }),
    edge('prometheus', 'k8s', 'scrape', { dashed: true, animated: false }),
    edge('prometheus', 'thanos'),
    edge('thanos', 's3', 'stores', { animated: false }),
  ],
}

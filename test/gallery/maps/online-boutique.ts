import { type Architecture, at, edge, fanOut } from '../notation.ts'

/**
 * Source: Online Boutique, Google Cloud's sample of 11 microservices,
 * https://github.com/GoogleCloudPlatform/microservices-demo#architecture
 */
export const onlineBoutique: Architecture = {
  name: 'Online Boutique',
  nodes: [
    { id: 'loadgenerator', label: 'loadgenerator', tech: 'Python / Locust', spend: 60, billing: ['flat'], ...at(0, 0) },
    { id: 'users', label: 'Internet', tech: 'Browsers', ...at(0, 2) },
    { id: 'frontend', label: 'frontend', tech: 'Go', spend: 410, billing: ['usage'], ...at(1, 2) },
    { id: 'adservice', label: 'adservice', tech: 'Java', spend: 290, billing: ['usage'], ...at(2, 0) },
    {
      id: 'recommendationservice',
      label: 'recommendationservice',
      tech: 'Python',
      spend: 340,
      billing: ['usage'],
      ...at(2, 1),
    },
    { id: 'checkoutservice', label: 'checkoutservice', tech: 'Go', spend: 520, billing: ['usage'], ...at(2, 3) },
    { id: 'cartservice', label: 'cartservice', tech: 'C# / .NET', spend: 260, billing: ['usage'], ...at(3, 2) },
    { id: 'productcatalogservice', label: 'productcatalogservice', tech: 'Go', spend: 310, ...at(3, 1) },
    { id: 'shippingservice', label: 'shippingservice', tech: 'Go', spend: 140, ...at(3, 3) },
    { id: 'currencyservice', label: 'currencyservice', tech: 'Node.js · highest QPS', spend: 680, ...at(3, 4) },
    { id: 'paymentservice', label: 'paymentservice', tech: 'Node.js', spend: 190, ...at(3, 5) },
    { id: 'emailservice', label: 'emailservice', tech: 'Python', spend: 75, ...at(3, 6) },
    { id: 'redis-cart', label: 'Cart cache', tech: 'Redis', spend: 230, billing: ['flat'], ...at(4, 2) },
  ],
  edges: [
    edge('users', 'frontend', 'HTTP'),
    edge('loadgenerator', 'frontend', 'HTTP', { dashed: true }),
    ...fanOut('frontend', ['adservice', 'recommendationservice', 'productcatalogservice', 'cartservice'], 'gRPC'),
    ...fanOut('frontend', ['checkoutservice', 'shippingservice', 'currencyservice'], 'gRPC'),
    edge('recommendationservice', 'productcatalogservice', 'gRPC'),
    ...fanOut('checkoutservice', ['cartservice', 'productcatalogservice', 'shippingservice'], 'gRPC'),
    ...fanOut('checkoutservice', ['currencyservice', 'paymentservice', 'emailservice'], 'gRPC'),
    edge('cartservice', 'redis-cart', 'RESP 6379', { color: '#dc2626' }),
  ],
}

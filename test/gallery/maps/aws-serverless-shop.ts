import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/** Source: AWS Serverless Ecommerce Platform, https://github.com/aws-samples/aws-serverless-ecommerce-platform */
export const awsServerlessShop: Architecture = {
  name: 'AWS Serverless Ecommerce Platform',
  nodes: [
    { id: 'customer', label: 'Customers', tech: 'Web shop', ...at(2, 0) },
    { id: 'cognito', label: 'users', tech: 'Cognito', spend: 275, billing: ['usage'], ...at(0.5, 0.2) },
    {
      id: 'frontend-api',
      label: 'frontend-api',
      tech: 'AppSync, GraphQL',
      spend: 410,
      billing: ['usage'],
      ...at(2, 1),
    },
    { id: 'products', label: 'products', tech: 'Lambda, DynamoDB', spend: 320, billing: ['usage'], ...at(0.5, 1.5) },
    { id: 'orders', label: 'orders', tech: 'Lambda, DynamoDB', spend: 890, billing: ['usage'], ...at(2, 2.2) },
    {
      ...{ id: 'delivery-pricing', label: 'delivery-pricing', tech: 'Lambda, DynamoDB' },
      ...{ spend: 85, billing: ['usage'], ...at(0.5, 2.9) },
    },
    { id: 'payment', label: 'payment', tech: 'Lambda, DynamoDB', spend: 260, billing: ['usage'], ...at(3.8, 2.2) },
    { id: 'payment-3p', label: 'payment-3p', tech: 'Third-party simulator, CDK', ...at(5, 2.2) },
    {
      ...{ id: 'bus', label: 'EventBridge', tech: 'One bus for all services' },
      ...{ spend: 140, billing: ['usage'], ...at(2.6, 3.6) },
    },
    { id: 'warehouse', label: 'warehouse', tech: 'Lambda, DynamoDB', spend: 310, billing: ['usage'], ...at(1.6, 5) },
    { id: 'delivery', label: 'delivery', tech: 'Lambda, DynamoDB', spend: 295, billing: ['usage'], ...at(3.6, 5) },
  ],
  edges: [
    edge('customer', 'cognito', 'sign in'),
    edge('customer', 'frontend-api', 'GraphQL'),
    edge('frontend-api', 'cognito', 'JWT', { labelFont: 'mono' }),
    ...fanOut('frontend-api', ['products', 'orders'], 'IAM-signed HTTPS'),
    edge('orders', 'products', 'validate', { line: 'smoothstep' }),
    edge('orders', 'delivery-pricing', 'pricing', { line: 'smoothstep' }),
    edge('orders', 'payment', 'validate token', { line: 'smoothstep' }),
    edge('payment', 'payment-3p', 'HTTPS', { arrow: 'both' }),
    edge('orders', 'bus', 'OrderCreated', { dashed: true, labelFont: 'mono', color: '#be185d' }),
    edge('bus', 'warehouse', 'OrderCreated', { dashed: true, labelFont: 'mono', color: '#be185d' }),
    edge('warehouse', 'bus', 'PackageCreated', { dashed: true, labelFont: 'mono', color: '#be185d' }),
    edge('bus', 'delivery', 'PackageCreated', { dashed: true, labelFont: 'mono', color: '#be185d' }),
    edge('delivery', 'bus', 'DeliveryCompleted', { dashed: true, labelFont: 'mono', color: '#be185d' }),
    ...fanIn(['bus'], 'payment', 'DeliveryCompleted, PackagingFailed', {
      ...{ dashed: true, labelFont: 'mono', color: '#be185d' },
    }),
    edge('delivery', 'orders', 'GET /backend/{orderId}', { labelFont: 'mono', animated: false }),
  ],
}

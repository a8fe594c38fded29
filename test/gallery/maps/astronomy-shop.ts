import { type Architecture, edge, fanIn, fanOut } from '../notation.ts'

/**
 * Source: the OpenTelemetry demo's service diagram, with the names of its Chinese page,
 * https://opentelemetry.io/zh/docs/demo/architecture
 */
export const astronomyShop: Architecture = {
  name: 'OpenTelemetry 天文商店',
  nodes: [
    { id: 'internet', label: '互联网' },
    { id: 'load-generator', label: '负载生成器', tech: 'Python · Locust', spend: 820, currency: 'CNY' },
    { id: 'react-native-app', label: 'React Native 应用', tech: 'TypeScript' },
    { id: 'frontend-proxy', label: '前端代理', tech: 'Envoy', spend: 2600, currency: 'CNY', billing: ['flat'] },
    { id: 'frontend', label: '前端服务', tech: 'TypeScript', spend: 9800, currency: 'CNY', billing: ['usage'] },
    { id: 'image-provider', label: '图像提供服务', tech: 'nginx', spend: 1200, currency: 'CNY' },
    { id: 'flagd-ui', label: 'Flagd UI 界面', tech: 'TypeScript' },
    { id: 'flagd', label: 'Flagd 服务', tech: 'Go · OpenFeature', spend: 900, currency: 'CNY' },
    { id: 'ad', label: '广告服务', tech: 'Java', spend: 3100, currency: 'CNY', billing: ['usage'] },
    { id: 'cart', label: '购物车服务', tech: '.NET', spend: 4200, currency: 'CNY', billing: ['usage'] },
    { id: 'cache', label: '缓存', tech: 'Valkey', spend: 2300, currency: 'CNY', billing: ['flat'] },
    { id: 'checkout', label: '结账服务', tech: 'Go', spend: 6400, currency: 'CNY', billing: ['usage'] },
    { id: 'currency', label: '货币服务', tech: 'C++' },
    { id: 'email', label: '电子邮件服务', tech: 'Ruby', spend: 480, currency: 'CNY', billing: ['usage'] },
    { id: 'payment', label: '支付服务', tech: 'JavaScript', spend: 5200, currency: 'CNY', billing: ['usage'] },
    { id: 'product-catalog', label: '产品目录服务', tech: 'Go', spend: 2900, currency: 'CNY' },
    { id: 'quote', label: '报价服务', tech: 'PHP' },
    { id: 'recommendation', label: '推荐服务', tech: 'Python', spend: 3700, currency: 'CNY', billing: ['usage'] },
    { id: 'shipping', label: '配送服务', tech: 'Rust' },
    { id: 'queue', label: '队列', tech: 'Kafka', spend: 11_500, currency: 'CNY', billing: ['flat', 'usage'] },
    { id: 'accounting', label: '会计服务', tech: '.NET' },
    { id: 'fraud-detection', label: '欺诈检测服务', tech: 'Kotlin' },
  ],
  edges: [
    ...fanIn(['internet', 'load-generator', 'react-native-app'], 'frontend-proxy', 'HTTP', { labelFont: 'sans' }),
    ...fanOut('frontend-proxy', ['frontend', 'flagd-ui', 'image-provider'], 'HTTP', { labelFont: 'sans' }),
    ...fanOut('frontend', ['ad', 'cart', 'checkout', 'currency', 'recommendation', 'product-catalog'], 'gRPC'),
    edge('frontend', 'shipping', 'HTTP', { labelFont: 'sans' }),
    ...fanOut('checkout', ['cart', 'currency', 'payment', 'product-catalog'], 'gRPC'),
    ...fanOut('checkout', ['email', 'shipping'], 'HTTP', { labelFont: 'sans' }),
    edge('checkout', 'queue', '订单消息 · TCP', { dashed: true, color: '#b45309' }),
    ...fanOut('queue', ['accounting', 'fraud-detection'], '订单消息 · TCP', { dashed: true, color: '#b45309' }),
    edge('cart', 'cache', '', { arrow: 'both' }),
    edge('shipping', 'quote', 'HTTP', { labelFont: 'sans' }),
    edge('recommendation', 'product-catalog', 'gRPC'),
    ...fanIn(['ad', 'cart', 'fraud-detection', 'payment', 'recommendation', 'frontend-proxy'], 'flagd', '功能开关', {
      color: 'slategray',
      dashed: true,
      animated: false,
    }),
  ],
}

import { type Architecture, at, edge } from '../notation.ts'

/** Source: Mastodon's own production compose file, https://github.com/mastodon/mastodon/blob/main/docker-compose.yml */
export const mastodon: Architecture = {
  name: 'ماستودون — خادم التواصل الاجتماعي',
  nodes: [
    { id: 'apps', label: 'التطبيقات والمتصفح', tech: 'ويب، أندرويد، iOS', ...at(4, 1) },
    { id: 'fediverse', label: 'خوادم الاتحاد', tech: 'ActivityPub', ...at(4, 3) },
    { id: 'nginx', label: 'الوكيل العكسي', tech: 'nginx', spend: 25, currency: 'EUR', ...at(3, 2) },
    { id: 'web', label: 'خادم الويب', tech: 'Puma · Ruby on Rails', spend: 180, currency: 'EUR', ...at(2, 1) },
    { id: 'streaming', label: 'البث المباشر', tech: 'Node.js', spend: 60, currency: 'EUR', ...at(2, 0) },
    {
      ...{ id: 'sidekiq', label: 'المهام الخلفية', tech: 'Sidekiq: default, push, pull, mailers' },
      ...{ spend: 220, currency: 'EUR', billing: ['flat'], ...at(2, 3) },
    },
    { id: 'redis', label: 'الذاكرة المؤقتة والطوابير', tech: 'Redis 7', spend: 45, currency: 'EUR', ...at(1, 2) },
    {
      ...{ id: 'db', label: 'قاعدة البيانات', tech: 'PostgreSQL 14' },
      ...{ spend: 310, currency: 'EUR', billing: ['flat'], ...at(0, 1) },
    },
    { id: 'es', label: 'البحث في المنشورات', tech: 'Elasticsearch', spend: 95, currency: 'EUR', ...at(0, 3) },
    {
      ...{ id: 'media', label: 'الصور والفيديو', tech: 'تخزين متوافق مع S3' },
      ...{ spend: 140, currency: 'EUR', billing: ['usage'], ...at(1, 4) },
    },
    { id: 'smtp', label: 'البريد الإلكتروني', tech: 'SMTP', spend: 15, currency: 'EUR', ...at(2, 4.4) },
  ],
  edges: [
    edge('apps', 'nginx', 'HTTPS', { labelFont: 'sans' }),
    edge('fediverse', 'nginx', 'صندوق الوارد', { arrow: 'end', dashed: true }),
    edge('nginx', 'web', 'طلبات الصفحات وواجهة البرمجة'),
    edge('nginx', 'streaming', 'WebSocket', { labelFont: 'sans' }),
    edge('web', 'db', 'SQL', { labelFont: 'mono' }),
    edge('web', 'redis', 'إضافة مهمة', { dashed: true }),
    edge('sidekiq', 'redis', 'جلب المهام', { arrow: 'both' }),
    edge('streaming', 'redis', 'اشتراك'),
    edge('streaming', 'db', 'SQL', { labelFont: 'mono' }),
    edge('sidekiq', 'db', 'SQL', { labelFont: 'mono' }),
    edge('sidekiq', 'es', 'فهرسة'),
    edge('web', 'es', 'بحث'),
    edge('web', 'media', 'رفع'),
    edge('sidekiq', 'smtp', 'إشعارات'),
    edge('sidekiq', 'fediverse', 'توصيل المنشورات', { dashed: true, color: 'rebeccapurple' }),
  ],
}

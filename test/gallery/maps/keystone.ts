import { type Architecture, at, edge, fanIn, fanOut } from '../notation.ts'

/**
 * Source: Kafka Inside Keystone Pipeline, https://medium.com/netflix-techblog/kafka-inside-keystone-pipeline-dd5aeabaf6bb
 * and Netflix Details Evolution of Keystone Data Pipeline, https://www.infoq.com/news/2016/03/netflix-keystone-data-pipeline/
 */
export const keystone: Architecture = {
  name: 'Netflix Keystone',
  nodes: [
    { id: 'producers', label: 'Event producers', tech: 'Java client', ...at(0, 0.4) },
    { id: 'http', label: 'Event producers', tech: 'Anything that speaks HTTP', ...at(0, 1.6) },
    { id: 'proxy', label: 'KSProxy', tech: 'REST in front of Kafka', spend: 9400, billing: ['usage'], ...at(1, 1.6) },
    {
      ...{ id: 'fronting', label: 'Fronting Kafka', tech: '700 billion messages a day' },
      ...{ spend: 640_000, billing: ['usage'], ...at(2, 1) },
    },
    { id: 'control', label: 'Control plane', tech: 'Routing jobs on demand', ...at(3, -0.4) },
    {
      id: 'router',
      label: 'Samza router',
      tech: 'Filters and routes',
      spend: 290_000,
      billing: ['usage'],
      ...at(3, 1),
    },
    { id: 's3', label: 'Amazon S3', tech: 'Hive tables', spend: 410_000, billing: ['usage'], ...at(4.2, 0) },
    { id: 'elastic', label: 'Elasticsearch', tech: 'Many clusters', spend: 185_000, billing: ['usage'], ...at(4.2, 1) },
    {
      id: 'consumer',
      label: 'Consumer Kafka',
      tech: 'Subset of topics',
      spend: 97_000,
      billing: ['usage'],
      ...at(4.2, 2),
    },
    { id: 'emr', label: 'EMR', tech: 'Batch, Hive, Pig, Spark', ...at(5.4, 0) },
    { id: 'mantis', label: 'Mantis', tech: 'Operational insight', ...at(5.4, 1.6) },
    { id: 'spark', label: 'Spark Streaming', tech: 'Stream consumers', ...at(5.4, 2.4) },
  ],
  edges: [
    edge('producers', 'fronting', 'batches, acks=1', { labelFont: 'mono' }),
    edge('http', 'proxy', 'HTTP POST'),
    edge('proxy', 'fronting'),
    edge('fronting', 'router', 'one topic per stream', { color: '#e50914', dotColor: '#e50914' }),
    ...fanOut('router', ['s3', 'elastic', 'consumer'], 'at least once', { line: 'smoothstep', color: '#e50914' }),
    edge('control', 'router', 'deploys', { dashed: true, animated: false }),
    edge('control', 'fronting', 'topics', { dashed: true, animated: false }),
    edge('s3', 'emr'),
    ...fanIn(['consumer'], 'mantis'),
    edge('consumer', 'spark'),
  ],
}

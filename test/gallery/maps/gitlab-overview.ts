import { type Architecture, at, edge } from '../notation.ts'

/**
 * Source: GitLab's simplified component overview, in the words of its Japanese documentation,
 * https://docs.gitlab.com/17.6/ee/development/architecture.html
 */
export const gitlabOverview: Architecture = {
  name: 'GitLab コンポーネントの概要（簡略版）',
  nodes: [
    { id: 'http', label: 'HTTP / HTTPS', tech: 'ブラウザと API', ...at(1, 0) },
    { id: 'ssh', label: 'SSH', tech: 'Git クライアント', ...at(3, 0) },
    {
      ...{ id: 'nginx', label: 'NGINX', tech: 'ルーティング、SSL を終端' },
      ...{ spend: 48_000, currency: 'JPY', billing: ['flat'], ...at(1, 1) },
    },
    { id: 'shell', label: 'GitLab Shell', tech: 'SSH セッションで git を処理', ...at(3, 1) },
    { id: 'pages', label: 'GitLab Pages', tech: '静的ウェブサイトをホスト', ...at(0, 2) },
    {
      ...{ id: 'workhorse', label: 'GitLab Workhorse', tech: 'スマートリバースプロキシ' },
      ...{ spend: 96_000, currency: 'JPY', ...at(2, 2) },
    },
    {
      ...{ id: 'puma', label: 'Puma（GitLab Rails）', tech: 'Web と API のリクエスト' },
      ...{ spend: 1_250_000, currency: 'JPY', billing: ['seat', 'usage'], ...at(1, 3) },
    },
    {
      ...{ id: 'gitaly', label: 'Gitaly', tech: 'すべての Git 呼び出しを処理する RPC サービス' },
      ...{ spend: 780_000, currency: 'JPY', billing: ['flat'], ...at(3, 3) },
    },
    {
      ...{ id: 'sidekiq', label: 'Sidekiq（GitLab Rails）', tech: 'バックグラウンドジョブ' },
      ...{ spend: 640_000, currency: 'JPY', billing: ['usage'], ...at(0, 4) },
    },
    {
      ...{ id: 'postgresql', label: 'PostgreSQL', tech: 'データベース' },
      ...{ spend: 420_000, currency: 'JPY', billing: ['flat'], ...at(1, 5) },
    },
    {
      ...{ id: 'redis', label: 'Redis', tech: 'キャッシュサービス' },
      ...{ spend: 180_000, currency: 'JPY', billing: ['flat'], ...at(2, 5) },
    },
  ],
  edges: [
    edge('http', 'nginx', 'TCP 80、443', { labelFont: 'mono' }),
    edge('ssh', 'shell', 'TCP 22', { labelFont: 'mono' }),
    edge('nginx', 'pages', 'TCP 8090', { labelFont: 'mono', line: 'smoothstep' }),
    edge('nginx', 'workhorse', 'プロキシ', { line: 'smoothstep' }),
    edge('shell', 'workhorse', '認証', { line: 'smoothstep' }),
    edge('shell', 'gitaly', 'gRPC', { line: 'smoothstep', labelFont: 'mono' }),
    edge('workhorse', 'puma', 'Unix ソケット', { line: 'smoothstep' }),
    edge('workhorse', 'gitaly', 'gRPC', { line: 'smoothstep', labelFont: 'mono' }),
    edge('workhorse', 'redis', '通知', { line: 'smoothstep', dashed: true }),
    edge('puma', 'postgresql', 'SQL', { line: 'smoothstep', labelFont: 'mono' }),
    edge('puma', 'redis', 'ジョブを登録', { line: 'smoothstep', dashed: true }),
    edge('puma', 'gitaly', 'gRPC', { line: 'smoothstep', labelFont: 'mono' }),
    edge('sidekiq', 'postgresql', 'SQL', { line: 'smoothstep', labelFont: 'mono' }),
    edge('sidekiq', 'redis', 'ジョブを取得', { line: 'smoothstep', dashed: true }),
    edge('gitaly', 'workhorse', '内部 API', { line: 'smoothstep', dashed: true, animated: false }),
  ],
}

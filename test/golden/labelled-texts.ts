/**
 * Values of `tech` from test maps, compose files and cloud consoles, and misleading texts, each with the expected icon or `none`.
 * Labelled by hand before the table of technologies existed.
 */
export const labelledTexts: readonly (readonly [icon: string, text: string])[] = `
postgresql: PostgreSQL | postgres:15-alpine | PostgreSQL 14 | PostgreSQL 18 | Postgres 15 | postgres | Postgres, multi-AZ | RDS PostgreSQL | PostgreSQL 16, multi-AZ | Amazon RDS for PostgreSQL | pgvector on Postgres | docker.io/library/postgres:16 | POSTGRESQL | Aurora PostgreSQL | PostgreSQL, Redis | PostgreSQL + PostGIS | Postgres (Neon)
mysql: MySQL | MySQL 8.0 | mysql:8 | Aurora MySQL | Percona for MySQL | RDS MySQL 8
mariadb: MariaDB | MariaDB, sections s1–s8 | MariaDB, wikitext blobs | mariadb:11
mongodb: MongoDB | MongoDB Atlas | mongo:7 | MongoDB 6, replica set
redis: Redis | Redis 7 | redis:7-alpine | Redis Streams | Redis failover | ElastiCache Redis | Redis, expiring | Redis (cluster mode) | Redis Cluster | redis/redis-stack:latest
sqlite: SQLite | SQLite3, WAL | sqlite
elasticsearch: Elasticsearch | Elasticsearch 8 | docker.elastic.co/elasticsearch/elasticsearch:8.13.0
opensearch: OpenSearch | Amazon OpenSearch
apachecassandra: Cassandra | Apache Cassandra 4 | Sessions, Cassandra
clickhouse: ClickHouse | ClickHouse, PostgreSQL, Redis | clickhouse/clickhouse-server:24
snowflake: Snowflake | Snowflake and dbt | Snowflake warehouse
cockroachlabs: CockroachDB | cockroachdb/cockroach:v24.1
neo4j: Neo4j | Neo4j 5
influxdb: InfluxDB | influxdb:2
timescale: TimescaleDB
scylladb: ScyllaDB
couchbase: Couchbase
supabase: Supabase
firebase: Firebase
planetscale: PlanetScale
googlebigquery: BigQuery | Google BigQuery
databricks: Databricks
duckdb: DuckDB
trino: Trino
etcd: etcd | etcd 3.5
minio: MinIO | MinIO (S3) | minio/minio
database: DynamoDB | Amazon DynamoDB | Oracle 19c | Oracle Database | SQL Server 2019 | MS SQL Server | Azure SQL | Cosmos DB | Db2 | Database | Relational database | DB | database server | Aurora | Cloud SQL | Cloud Spanner | HBase | One database for all processes | Firestore | VectorChord database | Valkey database | H2 database
warehouse: Redshift | Amazon Redshift | Data warehouse | Warehouse
cache: Memcached | memcached:1.6 | Cache | ElastiCache | Valkey | Distributed cache | Backend cache, on disk | Frontend cache, in memory
storage: S3 | Amazon S3 | S3 bucket | Azure Blob Storage | Object storage | S3, lifecycle to Glacier | EFS | Blob storage | s3://assets | AWS S3 + CloudFront
googlecloudstorage: Google Cloud Storage
cloudflare: Cloudflare | CloudFlare | Cloudflare R2 | Cloudflare Workers | Cloudflare CDN, WAF, DNS
apachekafka: Kafka | Apache Kafka | Kafka, 12 brokers | confluentinc/cp-kafka:7.6.0 | Kafka (MSK) | Amazon MSK, Kafka 3.6 | Kafka cluster
rabbitmq: RabbitMQ | rabbitmq:3-management | RabbitMQ 3.13, quorum queues
natsdotio: NATS | NATS JetStream | nats:2.10
apachepulsar: Apache Pulsar
queue: Pub/sub, shared cache | SQS | Amazon SQS | SQS FIFO | Amazon SNS | SNS + SQS | Kinesis | Kinesis Data Streams | EventBridge | Azure Service Bus | Event Hubs | ActiveMQ | Google Pub/Sub | Message queue | Job queues | Message broker | BullMQ on Redis | Event bus | IBM MQ | Ordered queues | Unordered queues, events | BullMQ
celery: Celery | Celery workers
sidekiq: Sidekiq | Sidekiq: default, push, pull, mailers
nginx: nginx | nginx:1.27-alpine | NGINX Plus | nginx, Unicorn, Sidekiq | nginx or HAProxy | NGINX and DNS in every city | Nginx reverse proxy
apache: Apache httpd
envoyproxy: Envoy | Envoy 1.30 | envoyproxy/envoy:v1.30
traefikproxy: Traefik | traefik:v3.0
kong: Kong Gateway | Kong
haproxy: 4 × HAProxy on CentOS 7 | HAProxy
caddy: Caddy 2
istio: Istio | Istio ingress
akamai: Akamai | Akamai CDN
fastly: Fastly
vercel: Vercel
netlify: Netlify
balancer: AWS ALB | Application Load Balancer | Load balancer | ELB | NLB | Network load balancer | Direct-routing load balancer
gateway: API gateway | Amazon API Gateway | Azure API Management | Apigee
cdn: CloudFront | CDN | Amazon CloudFront
dns: Route 53 | Geographic DNS | DNS
firewall: WAF | AWS WAF | Firewall
nodedotjs: Node.js | NodeJS 20 | node:20-alpine | Node.js on Fargate | Node.js · highest QPS | Job queue consumer, Node.js | Node 22 | Node.js 24, Express
typescript: TypeScript | TypeScript, Express
javascript: JavaScript
python: Python | Python 3.12 | Python · Locust | Python / Locust | python:3.12-slim | Python, Celery
go: Go | Go · OpenFeature | Go, R&D team | Go, one per partition | Golang | 1,500 in Go, Kubernetes on EC2 | Go 1.22 | golang:1.22 | Go on Amazon EKS | Go workers on EKS | Go service
rust: Rust | Rust, axum
java: Java 17, Spring Boot | Java | Java 21 | Java client | Java service
kotlin: Kotlin | Kotlin/Ktor
scala: Scala
ruby: Ruby | Ruby 3.3
rubyonrails: Rails | Ruby on Rails | GitLab Rails | Background jobs, GitLab Rails | Rails 7 | Puma · Ruby on Rails
php: PHP | PHP 8.3 | PHP, Apache, Envoy | PHP-FPM
dotnet: .NET | .NET 8 | C# / .NET | ASP.NET Core | 11 × IIS, ASP.NET MVC
elixir: Elixir | Elixir, Phoenix
erlang: Erlang/OTP
cplusplus: C++
swift: Swift | Swift, iOS
flutter: Flutter | Flutter app
react: React | React 18 SPA | React Native | React Native, Expo
nextdotjs: Next.js | Next.js 16 | Next.js on Vercel | Next.js hosting | Dashboard, Next.js
vuedotjs: Vue.js | Vue 3
angular: Angular | Angular 17
svelte: Svelte | SvelteKit
nestjs: NestJS
express: Express | Express: token, limit, checks
django: Django | Django REST Framework
fastapi: FastAPI | FastAPI, uvicorn
flask: Flask
laravel: Laravel 11
springboot: Spring Boot | Spring Boot 3
deno: Deno
graphql: GraphQL | GraphQL gateway
apollographql: Apollo Server | Apollo Federation
function: AWS Lambda | Lambda | Lambda, DynamoDB | Azure Functions | Cloud Functions | Lambda@Edge
docker: Docker | Docker Swarm
kubernetes: Kubernetes | Kubernetes 1.30 | EKS | GKE Autopilot | AKS
prometheus: Prometheus | prom/prometheus:v2.53
grafana: Grafana | Grafana Cloud | grafana/grafana:11
datadog: Datadog | Datadog APM
newrelic: New Relic
sentry: Sentry
kibana: Kibana
jaeger: Jaeger | jaegertracing/all-in-one
opentelemetry: OpenTelemetry Collector | OTel Collector
splunk: Splunk
pagerduty: PagerDuty
fluentbit: Fluent Bit
monitoring: CloudWatch | Metrics and alerts | Azure Monitor | Monitoring | Error tracking
stripe: Stripe | Stripe API
paypal: PayPal
adyen: Adyen
payment: Payments | Payment gateway
mailgun: Mailgun
mail: SendGrid | Twilio SendGrid | Postmark | Amazon SES | SES | Postfix
message: Firebase Cloud Messaging | Twilio | Twilio SMS | SMS
chat: Slack | Microsoft Teams
auth0: Auth0
okta: Okta
keycloak: Keycloak | quay.io/keycloak/keycloak:25.0
identity: Cognito | Amazon Cognito | Azure AD | Entra ID | Identity provider
vault: HashiCorp Vault
consul: Consul
algolia: Algolia
meilisearch: Meilisearch
apachesolr: Solr | Apache Solr 9
search: Typesense | Search | Advanced search
apachespark: Spark | Spark SQL | Apache Spark | Spark MLlib, XGBoost, TensorFlow
apacheflink: Flink | Apache Flink 1.18
apacheairflow: Airflow | Apache Airflow 2
apachehive: Hive | Hive tables
apachehadoop: HDFS, Hive | Hadoop
model: OpenAI | GPT-4o | OpenAI API | LLM | Amazon Bedrock | SageMaker | gpt-4.1-mini
anthropic: Anthropic | Anthropic API
claude: Claude | Claude Sonnet 4.5
googlegemini: Gemini 1.5 Pro
huggingface: Hugging Face
ollama: Ollama
browser: Browser | Browsers | Web browser
phone: Mobile app | iPhone app | Mobile
android: Android | Android app
ios: iOS | iOS app
people: Users
person: User | Customer
schedule: Cron | cron job | Scheduler
github: GitHub | GitHub Enterprise
githubactions: GitHub Actions
gitlab: GitLab | GitLab CE 17
jenkins: Jenkins
argo: Argo CD | ArgoCD
terraform: Terraform
tool: kafka-ui | redis-commander | mongo-express
hubspot: HubSpot
zendesk: Zendesk
shopify: Shopify | Shopify Plus
intercom: Intercom
sap: SAP | SAP Business One | SAP S/4HANA
posthog: PostHog
mixpanel: Mixpanel
temporal: Temporal | temporalio/auto-setup:1.24
n8n: n8n
hasura: Hasura
strapi: Strapi
contentful: Contentful
wordpress: WordPress | wordpress:6-php8.2-apache
metabase: Metabase
server: COBOL
looker: Looker
airbyte: Airbyte
none: Team chat | SMTP | E-mail | smtp://mail | Inbound e-mail | OAuth2 / OIDC | SSO | airbyte-db2 | node-1 | node-2 | 3 nodes | 36 nodes, replicated three times | y | t | (@b) a @ b | /sync | 1 … n | Google | Go to market | Good enough | Let it go | Anything that speaks HTTP | Control plane | Many clusters | Replicas | Secondary site | Short tasks | Filters and routes | In the cluster | main-eqiad | REST in front of Kafka | Redis-compatible | Redis exporter | PostgreSQL connection pooler | Connection pooler | Connection pool | MongoDB API | Sentry SDK | Sends to Slack | exports to BigQuery | Kafka consumer | Kafka producer | Stripe webhooks | CDC from MySQL | without Redis | PostgREST | Reaction engine | Expresso | Django-like | Sparkle | hive mind | vaulted | consulting | Envoyé | rustic | swift answers | ruby red | Analytics tab | Blocks of metrics | Stack Overflow cluster | Operational insight | Unlimited retention | Cap’n Proto | Samza | GoTrue | Gitaly cluster proxy | KAS | Logflare | Praefect’s own | The bank’s data | node | Element, FluffyChat, … | React to events | Angular momentum | Express delivery | 2 × 256 GB | 5 members, Raft | Thrift, P95 < 5 ms | Django → Rails migration | Auth | our own | TBD | Fly by night | a kind of magic | Trips, Eats, payments | Meta | and other clients | Federation | ActivityPub | storage-api | supabase-js | synapse.app.pusher | REST | Gateways to payment networks | Payment network | Scheduler for Kafka topics | Elastic demand | Claude Monet archive | Slack time | Users’ invoices | research | Search committee | postgres_exporter | User service | Temporal data
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [icon, texts] = split(line)
    return texts.split(' | ').map((text) => [icon, text.trim()] as const)
  })

function split(line: string): [icon: string, texts: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}

import type { MapNode } from '@maps/shared/map'

/** A card, with the role that a reader would give it, or `none` if the texts name no technology, kind of service or person. */
export interface LabelledCard {
  role: string
  node: MapNode
}

/**
 * Cards from Compose files, cloud consoles and reference architectures, labelled by hand before the table of technologies had
 * them. `tech` alone, or `label :: tech`. The table was extended with the first half in view; the misses of the second half
 * were not looked at, so its figure is that of a new map. The last part has cards that readers of maps found wrong or without a role.
 */
export const labelledCards = {
  known: cardsOf(`
client: Warehouse operator :: SAP | Angular 17 SPA | Customer :: | Web Browser | Client apps | Shopper :: | Personal Banking Customer :: | Mobile client | Customer :: Shopify | Administrator :: Browser | Support agent :: Zendesk | User :: Browser | admin-ui :: acme/admin-ui:1.4 | React SPA | Mobile App :: Xamarin | Browser extension :: TypeScript | Mobile app, React Native | Back Office Staff :: | Web client | vote-ui :: | Call centre agent :: Twilio | Kiosk :: Electron | iOS and Android apps | Smart TV app | End users :: | Users :: | Admin user ::
edge: kong/kong-gateway:3.7 | AWS Transit Gateway | Cloud VPN | Traffic Manager :: | API Gateway :: HTTP API | Spring Cloud Gateway | openvpn/openvpn-as | Apigee X | Azure Bastion | Azure Load Balancer | Envoy Gateway | Azure Firewall | Front Door :: WAF, CDN | quay.io/oauth2-proxy/oauth2-proxy:v7.6 | headscale/headscale:v0.28 | AWS Direct Connect | Application Load Balancer (ALB) | pihole/pihole:latest | Amazon Route 53 | Cloud Endpoints | ExpressRoute | coredns/coredns:1.11 | Varnish | visibilityspots/cloudflared | Amazon CloudFront | Amazon API Gateway, REST | Cloud Armor | linuxserver/wireguard | Azure Traffic Manager | nginx:stable-alpine | adguard/adguardhome:latest | Elastic Load Balancing | haproxy:2.9-alpine | Route 53 hosted zone | NAT gateway | jc21/nginx-proxy-manager:latest | Cloud CDN
service: Cloud Functions (2nd gen) | eclipse-temurin:21-jre | gunicorn, Django | metabase/metabase:v0.50.3 | selenium/standalone-chrome | Azure Data Factory | odoo:17 | Elixir Phoenix | Azure Kubernetes Service | Azure App Service (Linux) | vaultwarden/server:latest-alpine | collabora/code:latest | golang:1.22-alpine | dbt | App Engine | authelia/authelia:latest | AKS cluster :: | Python worker | Azure Stream Analytics | supabase/postgrest:v12 | Temporal worker | plexinc/pms-docker | EC2 Auto Scaling group | Amazon EC2 | Kafka Connect | Cloud Composer | Puppeteer | Blazor Server | Cloud Run, Go | AWS Glue | Azure Kubernetes Service (AKS) | Flink job | Cloud Run | AWS AppSync | Azure Logic Apps | Azure SignalR Service | node-red :: nodered/node-red:4.0 | apache/superset:4.0.1 | php:8-fpm-alpine | Lambda function | Azure Virtual Machines | tomcat:10-jdk17 | matrixdotorg/synapse:v1.110 | AWS App Runner | AWS Lambda, Python 3.12 | Spring Boot microservice | Google App Engine standard | Azure Functions, .NET 8 isolated | Compute Engine | vllm/vllm-openai:v0.5.1 | GKE Autopilot cluster | Azure Container Apps | AWS Elastic Beanstalk | apache/airflow:2.9.1 | Dataflow :: Apache Beam | Go microservice | goauthentik/worker | Java EE, WildFly | AWS Fargate | Cloud Scheduler | ASP.NET Core MVC | airflow-scheduler :: | Gin, Go
store: Storage account :: | app-redis | Apache Iceberg | milvusdb/milvus:v2.4 | apache/druid:29.0.1 | Amazon S3 Glacier | redis:8-alpine | Amazon Athena | DynamoDB table | User Database :: Oracle | Amazon Aurora | postgres:16-alpine | Amazon OpenSearch Service | memcached:1.6.41 | BigQuery dataset | Azure Data Explorer | Memorystore for Redis | Data Lake Storage :: | elasticsearch:7.16.1 | Pinecone | redis/redis-stack-server:7.2 | FTP server | Azure Files | redislabs/redismod | ElastiCache for Redis | NFS share | Delta Lake | Cloud SQL for PostgreSQL | Ceph | Amazon FSx | Amazon RDS for SQL Server | acme-mysql :: acme/acme-mysql:5.7 | AWS Lake Formation | Amazon Keyspaces | influxdb:1.12 | mongo:8.2 | Azure SQL Database | timescale/timescaledb:latest-pg16 | qdrant/qdrant:v1.9.5 | postgis/postgis:16-3.4 | Session store :: Redis | Amazon QLDB | gvenzl/oracle-free:23 | Oracle 19c RAC | Azure Cognitive Search | Memorystore | Azure Storage | user-redis :: | scylladb/scylla:6.0 | pgvector/pgvector:pg16 | trinodb/trino:450 | Amazon Neptune | mcr.microsoft.com/azure-sql-edge:1.0.4 | Amazon ElastiCache | Azure Storage account | Cloud Bigtable | cassandra:4.1 | Amazon DynamoDB Accelerator (DAX) | neo4j:5.20-community | lscr.io/linuxserver/mariadb:latest | cache :: | Filestore
queue: Azure Service Bus | Kafka topic | Google Cloud Pub/Sub | Amazon MSK | Storage queue :: | Azure Event Hubs | IoT Hub :: | Solace PubSub+ | confluentinc/cp-kafka:7.6.13 | Dead letter queue | bitnami/kafka:3.7 | Redpanda | Kinesis Data Firehose | rabbitmq:3.13-management | orders-kafka :: | Message bus :: | Azure Event Grid | Amazon Kinesis Data Streams | Kafka topics | DynamoDB Streams | EventBridge bus | Azure Queue Storage | Event Hubs :: | apache/rocketmq:5.2.0 | Cloud Tasks | Amazon MQ | apachepulsar/pulsar:3.2
external: Clerk | OpenAI GPT-4o | Segment | Google Analytics | Zoom | Algolia search | Twilio SMS API | Salesforce CRM | Azure Notification Hubs | ServiceNow | Contentful CMS | Xero | Stripe Checkout | Azure OpenAI Service | Google Maps API | QuickBooks | Apple Push Notification service | HubSpot CRM | Vertex AI | Slack API | Microsoft Entra ID | Salesforce | Klarna | DocuSign | Tableau | Jira | Amazon Pinpoint | Cohere | Zendesk Support | Amplitude | Discord | Telegram Bot API | Postmark, SMTP | QuickSight | Microsoft 365 | Payment Gateway :: | Azure OpenAI | Google Analytics 4 | Cloudinary | Firebase Authentication
operations: gitea/gitea:latest | Microsoft Defender for Cloud | hashicorp/consul:1.19 | graylog/graylog:6.0 | grafana/tempo:2.5 | Cloud Monitoring | AWS Config | sonatype/nexus3 | Microsoft Sentinel | Eureka :: Spring Cloud Netflix | timberio/vector:0.39 | grafana/grafana:12.4.1 | prom/alertmanager:v0.27 | kibana:7.16.1 | zookeeper:3.9 | AWS Certificate Manager | fluent/fluentd:v1.17 | Secret Manager | crazymax/fail2ban:latest | Grafana Alloy | Azure App Configuration | JFrog Artifactory | Nagios | containrrr/watchtower | sonarqube:lts-community | Google Cloud Logging | AWS CodePipeline | Azure Log Analytics | signoz/signoz:v0.50 | AWS Secrets Manager | nacos/nacos-server:v2.3.2-slim | Cloud KMS | AWS CloudFormation | AppDynamics | docker.elastic.co/beats/filebeat:8.14 | jaegertracing/jaeger:2.0 | Rollbar | louislam/uptime-kuma:2 | CircleCI | Log Analytics workspace | openzipkin/zipkin | crowdsecurity/crowdsec:v1.7.8 | Azure DevOps | AWS X-Ray | Harbor | Opsgenie | portainer/portainer-ce:alpine | grafana/loki:2.9.17 | AWS CloudTrail | Cloud Build | netdata/netdata | Cloud Logging | Zabbix | prom/prometheus | Artifact Registry | CloudWatch Logs | goharbor/harbor-core:v2.11
none: Loki the trickster | Third-party | Payment rules | Vector graphics | OpenID Connect | Key figures | Ghost kitchen | Virtual network | Domain model | Expresses interest | Nexus of services | Customer master data :: | Outline of the plan | Clerk of the court | VPC | Bounded context | Discord between teams | Table reservations :: | Backup script :: sends to the queue | Cloud | SAML | Partner bank | gRPC | Agent-based model :: | Order handling | Segment of customers | State machine :: | Notify customer :: | Line of business | Tempo of releases | Harbor master | Resource group | Legacy system | OAuth 2.0 | Go live
`),
  heldOut: cardsOf(`
client: rybbit-client | Clients :: | Desktop app :: .NET MAUI | Developer :: GitHub | Data scientist :: Python, Jupyter | Single-page application, JavaScript and Angular | Web browser, HTML5 | acme/shop-web-ui:2.1 | Visitor :: Browser | Electron desktop app | Customer :: Stripe | Chrome extension | Jurisdiction User :: | Site reliability engineer :: PagerDuty | reallibrephotos/librephotos-frontend:v1 | React, TypeScript | Business analyst :: Looker | Analyst :: Metabase | Customer Service Staff :: | Operator :: Grafana | Jetpack Compose, Android | SwiftUI, iOS | web-frontend :: | User :: | Data analyst :: SQL | Vue 3, Vite | Single-Page Application
edge: Cloud DNS | reallibrephotos/librephotos-proxy:latest | Istio ingress gateway | Ocelot API gateway | Azure DNS | frontend-proxy :: | Azure Front Door | Internet gateway | Azure VPN Gateway | API Management :: | CloudFront distribution | Azure API Management | Google Cloud Load Balancer | Cloud Load Balancing | raveberry/raveberry-nginx | Azure Application Gateway | AWS Shield | Tailscale | traefik:v3.7 | bitnami/nginx-ingress-controller | NGINX ingress controller | AWS Global Accelerator | Azure CDN | gateway :: Spring Cloud Gateway | F5 BIG-IP | apache/apisix:3.9.0-debian | AWS WAF | lscr.io/linuxserver/socket-proxy:latest | caddy:latest | cloudflare/cloudflared:latest | YARP | Application Gateway :: WAF v2 | ghcr.io/wg-easy/wg-easy:15 | envoyproxy/envoy:distroless-v1.31 | Network Load Balancer | Ingress :: nginx | reverse-proxy ::
service: Amazon EMR | Open WebUI | Amazon EKS | Jitsi Meet | Micronaut | Azure Container Instances | AWS Step Functions | gotenberg/gotenberg:8 | ghost:6-alpine | ollama/ollama:latest | Amazon ECS | celery-worker :: | jellyfin/jellyfin:latest | ghcr.io/home-assistant/home-assistant:stable | Google Kubernetes Engine | browserless/chrome | ghcr.io/goauthentik/server:2026.8 | apache/tika:2.9.2.1 | matomo:5-fpm-alpine | Cloud Dataflow | Java 21, Quarkus | Express.js API | dbt Core | Step Functions :: | Azure Batch | Azure Spring Apps | NestJS, TypeScript | onlyoffice/documentserver:8.1 | langgenius/dify-api:0.6.11 | Azure App Service | n8nio/n8n | EC2 instances | Cadence | Windows service, C# | Apache Spark job | AWS Batch | Magento 2 | mattermost/mattermost-team-edition:9.5 | Virtual Machine Scale Sets | Logic Apps :: | Azure Static Web Apps | Debezium | outlinewiki/outline:0.78 | Function App :: | wordpress:latest | Symfony 7 | ECS on Fargate | AWS Amplify | Dataproc | Kotlin, Ktor | Google Cloud Run | Moodle | ASP.NET Core Web API | IIS on Windows Server | Gotenberg | Drupal 10 | quay.io/keycloak/keycloak:26.7 | eugenci/papermerge-worker:2.0.1 | nextcloud:33-apache | worker :: acme/app:latest | sidekiq-worker :: | Rust, actix-web | App Service ::
store: mcr.microsoft.com/mssql/server:2022-latest | clickhouse/clickhouse-server:26.5-alpine | S3 static website | AlloyDB | Amazon MemoryDB | Teradata | Azure Table Storage | Azure Managed Redis | Bigtable | orders_db :: | couchdb:3.3 | ghcr.io/microsoft/garnet-alpine:latest | shop-postgres | Amazon RDS | Azure Database for MySQL flexible server | Azure AI Search | Azure NetApp Files | Orders DB :: | Azure Data Lake Storage Gen2 | SQL Database :: | SFTP server | SAP HANA | typesense/typesense:26.0 | Amazon Redshift Serverless | SQL elastic pool | Azure Database for PostgreSQL | dgraph/dgraph:v23.1 | Cloud Storage bucket | chrislusf/seaweedfs:4.40_large_disk | Azure Cache for Redis | Cloud Spanner | Azure Cosmos DB for MongoDB | mariadb:lts | Cloud Storage :: | Product catalogue database :: | getmeili/meilisearch:v1.12.8 | Firestore, native mode | docker.io/valkey/valkey:9 | IBM Db2 | minio/minio:latest | Amazon EFS | semitechnologies/weaviate:1.25 | opensearchproject/opensearch:2.15.0 | bitnami/mongodb:4.4 | ghcr.io/immich-app/postgres:14-vectorchord0.4.3-pgvectors0.2.0 | Vertica | chromadb/chroma | RDS for MySQL | Qdrant | Azure Synapse Analytics | catalogue-db :: weaveworksdemos/catalogue-db:0.3.0 | Amazon DocumentDB | Azure Cosmos DB | Aurora Serverless v2 | Amazon Timestream | Azure SQL Managed Instance | mysql:8.4 | S3 data lake | rqlite/rqlite | sharelatex-mongo | order-db ::
queue: Service Bus :: | ZeroMQ | event-queue :: | Event Grid topic | Cloud Pub/Sub | Amazon SNS topic | TIBCO EMS | Azure IoT Hub | Pub/Sub :: | nats:2.10-alpine | Eventarc | AWS IoT Core | Beanstalkd | SQS dead-letter queue | Confluent Cloud | eclipse-mosquitto:2 | Redis Pub/Sub queue | Service Bus topic | emqx/emqx:5.7 | MQTT broker | apache/activemq-artemis:2.35 | apache/kafka:3.8.0 | Amazon EventBridge | docker.redpanda.com/redpandadata/redpanda:v24.1 | Amazon SQS FIFO queue | rocketmqinc/rocketmq:4.4.0
external: Google Identity Platform | Google Maps Platform | OIDC, Okta | Mailchimp | SendGrid API | Amazon Cognito | Amazon QuickSight | Braintree | Auth0 tenant | Amazon Bedrock | Shopify store | Mollie | Amazon Textract | Anthropic Claude | Mixpanel | Entra External ID | Azure Active Directory | Mapbox | LaunchDarkly | Power BI | Plaid | OneSignal | Mistral AI | Firebase Cloud Messaging | Okta SSO | Vonage | Cognito user pool | Amazon Rekognition | Azure AI services | Azure Communication Services | Google Workspace | Amazon SES | Square | Looker Studio | Slack webhook | Workday | Azure AD B2C | Payment provider :: Adyen | Microsoft Dynamics 365
operations: Nacos | registry :: Nacos | Secrets Manager :: | Azure Pipelines | otel/opentelemetry-collector-contrib:0.103.0 | Argo CD, GitOps | New Relic APM | Bugsnag | drone/drone:latest | Amazon GuardDuty | telegraf:1.38 | hashicorp/vault:1.17 | AWS CodeBuild | Amazon CloudWatch | Google Secret Manager | GitHub Actions runner | Ansible | logstash:7.16.1 | Flux CD | Azure Monitor | Azure Application Insights | Apache ZooKeeper | Azure Key Vault | gitlab/gitlab-ce:latest | Key Vault :: | Spring Cloud Config | Filebeat | Key Vault :: secrets, certificates | AWS KMS | Thanos | Amazon ECR | jenkins/jenkins:lts | Google Container Registry | docker.elastic.co/logstash/logstash:8.14 | confluentinc/cp-zookeeper:7.6 | Elastic APM | opensearchproject/opensearch-dashboards:2 | nickfedor/watchtower:latest | Loki | Application Insights | Parameter Store | prom/node-exporter:v1.8 | Azure Container Registry | Zipkin | AWS Systems Manager | Dynatrace | gitlab/gitlab-runner:alpine | gcr.io/cadvisor/cadvisor:v0.49 | AWS IAM | Honeycomb | Datadog agent | Mimir | Container Registry :: | grafana/promtail:latest | Fluentd | apache/skywalking-oap-server:9.7
none: SMTP | search :: | Search service :: | Square metres | WebSocket | ghcr.io/acme/billing:2.0 | E-mail system :: SMTP | Region eu-west-1 | Drone delivery | HTTPS, JSON | On-premises | Warehouse management | Flux of orders | mainframe batch | Honeycomb pattern | e-mail | Zoom level | Delete user :: | acme/orders:1.2 | Subnet | Availability zone A | Script :: moves files | Import script :: reads the queue | Operator overloading :: | acme/checkout:latest | REST over HTTP | Head office | SSO | OIDC :: | Linear scaling | Pricing engine | OIDC | User story :: | Create user :: | React quickly to change | Single sign-on
`),
  reported: cardsOf(`
client: PC client :: Unreal Engine 5, C++ | Console client :: | Game client :: Unity, C# | Driver app :: Kotlin | Rider app :: Swift | Billing app :: Kotlin | Merchants :: Admin web app | Nurses :: iPad app | Waiters :: Tablet app | Physicians :: Windows desktop client | Internet users :: | Privatkunde :: Mobile Banking App | モバイルアプリ :: | モバイルアプリ :: Kotlin | Web app :: React | Customers :: Web app | Customer web app :: React | Companion app :: | Courier app :: Java | Shop :: React web app
service: Web app :: | Azure Web App | Web app :: Django | Customer web app :: Django | Internal tools :: Rails web app | Shop :: Go web app | Shop :: Node web app | Banking app :: Spring Boot | Driver app backend :: Kotlin | game client sync :: Go worker | Driver app service :: Kotlin | Orders app backend :: Kotlin | orders-app :: Kotlin
none: game client sync :: | game client sync worker pool :: | Driver apply form :: | HTTP client :: | Driver app telemetry :: | Internet :: users per day
edge: Spring Cloud Gateway :: Java | Load balancer :: Go | API gateway :: Node.js, Kotlin | API Gateway :: NestJS | Load balancer 2 :: Go | Apache :: | Apache | Static files :: Apache 2.4 | Traefik :: Go | Ingress :: Kubernetes
store: Object store :: Cloudflare R2 | KV :: Cloudflare Workers KV | Feature flags :: Cloudflare KV | Object store :: | Session cache :: Go | Customer DB :: Kubernetes | Orders DB 2 ::
queue: Job queue :: Redis | Message broker :: Java | Task queue :: Celery | Email queue :: PostgreSQL | Event bus :: Go | Kafka :: Java | Dead letter queue :: Amazon S3 | Job queues × 3 ::
service: Edge functions :: Cloudflare Workers | Website :: Cloudflare Pages | Website :: Firebase Hosting | Postfix (self-hosted) | Mail server :: Postfix | Sync workers × 6 :: Synapse generic_worker | Sync workers × 6 :: | Queue service :: Go | queue :: php:8.3-fpm | cache-warmer :: Go | Kafka bridge :: Go | PostgreSQL importer :: Python | Elasticsearch indexer :: Java | Backup of S3 :: Go | Sync with MongoDB :: Go | Payment gateway :: Java | Update DNS :: AWS Lambda | Generic worker :: Synapse generic_worker
external: Team wiki :: Confluence | Confluence ::
operations: Schema Registry :: Confluent | Schema Registry :: Java | Config server :: Spring Boot | Prometheus :: Go | Traces :: AWS X-Ray
none: CT, MRI, X-ray :: Modalities | X-ray room :: | Durable goods ::
client: Chef :: iPad app
edge: Palo Alto Networks firewall | Palo Alto | Fortinet FortiGate | Zscaler | Imperva | bunny.net | LoRaWAN network server | LoRaWAN gateway ::
service: Resque | Phoenix | Phoenix 1.7, Elixir | Phoenix LiveView | Akka | Akka Streams | Dropwizard | Koa | Gin | CakePHP 5 | COBOL | CICS | IBM CICS | LiveKit | Janus | coturn | Asterisk | Asterisk PBX | UiPath | Dovecot | ClamAV | FreeIPA | LDAP | LDAP directory | Directory :: LDAP | Zigbee2MQTT | koenkk/zigbee2mqtt:1.40 | AWS IoT Greengrass | Azure IoT Edge | ThingsBoard | Triton Inference Server | NVIDIA Triton | Ray | Ray Serve | Kubeflow | Kubeflow Pipelines | Hightouch | RudderStack | Snowplow | Meltano | Informatica PowerCenter | Talend | Apache Camel | MuleSoft | Kafka MirrorMaker 2 | MirrorMaker | CICS transactions :: COBOL | Ollama :: Llama 3.1 | vLLM :: DeepSeek-R1 | Payment worker :: Stripe
store: Db2 | IBM Db2 12 | Db2 z/OS | Oracle Exadata | Core banking :: Exadata | MS SQL | MS SQL 2022 | Backblaze B2 | Wasabi | StarRocks | Apache Doris | Doris | SingleStore | Materialize | LanceDB | FAISS | Vespa | Alibaba OSS | Alibaba Cloud OSS | Elastic Cloud | M3DB | Graphite | TDengine | Synology NAS | TrueNAS | TigerBeetle | Ledger :: TigerBeetle | vespaengine/vespa:8 | Apache Phoenix | Feast
external: Claude 3.5 Sonnet | claude-3-5-sonnet | gpt-3.5-turbo | GPT-3.5 Turbo | Mistral Large | Llama 3.1 70B | Llama | DeepSeek | DeepSeek-V3 | deepseek-r1 | Cohere Rerank | Whisper | ElevenLabs | ThoughtSpot | Notion | Google Drive | Dropbox | Asana | Linear | SAP ERP | SAP ECC | DHL | Carrier :: DHL, UPS, FedEx | UPS API | FedEx | Onfido | Avalara | Optimizely | Statsig | Microsoft Exchange | Exchange Server | Exchange Online | Visa | Mastercard | Card schemes :: Visa, Mastercard | Zapier | Dropbox :: | Mastercard :: | Linear API
operations: Langfuse | langfuse/langfuse:3 | LangSmith | Weights & Biases | wandb | Great Expectations | DataHub | Atlan | Argo Rollouts | Crossplane | Kyverno | OPA | Open Policy Agent | OPA Gatekeeper | Falco | Velero | Cilium | KEDA | Karpenter | External Secrets Operator | External Secrets | Backstage | Bitbucket | Bitbucket Pipelines | OpenTofu | Chef | Quay | Docker Hub | Renovate | Wiz | CrowdStrike Falcon | Pyroscope | grafana/pyroscope:1.9 | StatsD | k6 | grafana/k6:0.54 | JMeter | Veeam | restic | Proxmox | Proxmox VE 8 | VMware vSphere | Checkmk | Statuspage | Firebase Crashlytics | Crashlytics
none: Chef :: | Census | Census API | Linear :: | Linear regression | Notion of time | Phoenix :: | Ray tracing | Census data :: | Census :: | Play :: | Play the video | Puma shoes :: | Whisper mode | Llama farm :: | Feast days | Wizard | Visa application :: | Visa :: | UPS :: | UPS, two hours | Monte Carlo | Monte Carlo simulation | Backstage area :: | Backstage pass | Gin bar :: | Janus :: | Doris :: | Materialize the view | Materialize :: | Falcon heavy :: | Graphite pencils | Great expectations of customers | External secrets of the trade :: | Palo Alto office :: | Asterisk :: | Informatica :: | Opaque tokens | Soil sensors :: LoRaWAN | Renovate the flat | Quay :: container terminal | Vespa scooters | Vespa :: | Triton :: | Ray :: | Stock exchange server room :: | Status page :: | Data hub :: | Dropbox for parcels :: | Talend-like | FAISS-compatible | DHL webhook :: | Zapier webhooks | Mastercard adapter ::
`),
}

/** The cards of ten published architectures, by name and source. */
export const publishedMaps: ReadonlyMap<string, readonly LabelledCard[]> = new Map(
  `
Big Bank plc, containers, https://github.com/structurizr/examples
client: Personal Banking Customer :: | Customer Service Staff :: | Back Office Staff :: | Single-Page Application :: JavaScript and Angular | Mobile App :: Xamarin
service: Web Application :: Java and Spring MVC | API Application :: Java and Spring MVC
store: Database :: Oracle Database Schema
none: E-mail System :: | Mainframe Banking System :: | ATM ::

eShopOnContainers, Compose, https://github.com/dotnet-architecture/eShopOnContainers
client: webspa :: eshop/webspa:linux-latest | mobile-app :: .NET MAUI
edge: webshoppingapigw :: envoyproxy/envoy:v1.11.1 | mobileshoppingapigw :: envoyproxy/envoy:v1.11.1
service: webmvc :: ASP.NET Core MVC | identity-api :: ASP.NET Core | catalog-api :: ASP.NET Core | basket-api :: ASP.NET Core | ordering-api :: ASP.NET Core | ordering-backgroundtasks :: .NET worker | payment-api :: .NET | webhooks-api :: ASP.NET Core | webhooks-client :: ASP.NET Core | ordering-signalrhub :: ASP.NET Core | mobileshoppingagg :: ASP.NET Core | webshoppingagg :: ASP.NET Core
store: sqldata :: mcr.microsoft.com/mssql/server:2019-latest | nosqldata :: mongo | basketdata :: redis:alpine
queue: rabbitmq :: rabbitmq:3-management-alpine
operations: seq :: datalust/seq:latest | webstatus :: eshop/webstatus:linux-latest

Sock Shop, Compose, https://github.com/microservices-demo/microservices-demo
edge: edge-router :: weaveworksdemos/edge-router:0.1.1
client: front-end :: weaveworksdemos/front-end:0.3.12
service: catalogue :: weaveworksdemos/catalogue:0.3.5 | carts :: weaveworksdemos/carts:0.4.8 | orders :: weaveworksdemos/orders:0.4.7 | shipping :: weaveworksdemos/shipping:0.4.8 | queue-master :: weaveworksdemos/queue-master:0.3.1 | payment :: weaveworksdemos/payment:0.4.3 | user :: weaveworksdemos/user:0.4.4
store: catalogue-db :: weaveworksdemos/catalogue-db:0.3.0 | carts-db :: mongo:3.4 | orders-db :: mongo:3.4 | user-db :: weaveworksdemos/user-db:0.4.0
queue: rabbitmq :: rabbitmq:3.6.8
none: user-sim :: weaveworksdemos/load-test:0.1.1

Azure, baseline highly available web application, https://learn.microsoft.com/azure/architecture/web-apps/app-service/architectures/baseline-zone-redundant
client: User ::
edge: Application Gateway :: WAF v2 | Azure DDoS Protection ::
service: App Service :: Premium plan, 3 zones
store: Azure SQL Database :: zone redundant | Storage account :: zip deployments
operations: Key Vault :: TLS certificates | Azure Monitor :: | Application Insights :: | Log Analytics workspace ::
external: Microsoft Entra ID ::
none: Private endpoints :: | Virtual network ::

Azure, microservices on AKS, https://learn.microsoft.com/azure/architecture/reference-architectures/containers/aks-microservices
client: Client apps ::
edge: Azure Load Balancer :: | Ingress controller :: Traefik | Azure Firewall :: egress
service: Ingestion service :: Java, Spring Boot | Workflow service :: .NET | Package service :: Node.js | Drone scheduler service :: .NET | Delivery service :: .NET | AKS cluster :: Azure Kubernetes Service
store: Azure Cosmos DB :: drones | Azure Cosmos DB for MongoDB :: packages | Azure Cache for Redis :: deliveries
queue: Azure Service Bus :: delivery requests
operations: Azure Container Registry :: | Azure Key Vault :: | Azure Monitor :: | Azure Pipelines :: Helm | Prometheus :: | Grafana ::
external: Microsoft Entra ID :: managed identities

AWS, guidance for a web store, https://aws.amazon.com/solutions/guidance/web-store-on-aws
client: Customers :: | Web UI :: React | Mobile app ::
edge: Amazon Route 53 :: | Amazon CloudFront :: | AWS WAF :: | Application Load Balancer :: | Amazon API Gateway :: REST
service: Web tier :: AWS Fargate | Orders :: AWS Lambda | Catalogue :: Amazon ECS | AWS Step Functions :: checkout
store: Amazon S3 :: images and videos | Amazon DynamoDB :: carts | Amazon Aurora :: orders | Amazon ElastiCache :: sessions | Amazon OpenSearch Service :: product search | Amazon Redshift ::
queue: Amazon EventBridge :: order events | Amazon SQS :: | Amazon Kinesis Data Streams :: clicks
external: Amazon Cognito :: | Amazon Pinpoint :: campaigns | Amazon Personalize :: | Amazon Fraud Detector :: | Amazon Lex :: chatbot | Amazon QuickSight ::
operations: Amazon CloudWatch :: | AWS X-Ray :: | AWS Secrets Manager ::

Google Cloud, streaming analytics and a web app, https://cloud.google.com/architecture
client: Web and mobile clients ::
edge: Cloud Load Balancing :: | Cloud Armor :: | Cloud CDN ::
service: Cloud Run :: ingest API | Dataflow :: Apache Beam | Cloud Functions :: alerts | Cloud Composer :: Airflow | GKE :: recommendation service
store: Cloud Storage :: raw events | BigQuery :: | Bigtable :: profiles | Cloud SQL :: PostgreSQL | Memorystore :: Redis | Firestore ::
queue: Pub/Sub ::
external: Vertex AI :: | Looker Studio ::
operations: Secret Manager :: | Cloud Monitoring :: | Cloud Logging :: | Cloud Build :: | Artifact Registry ::

Dify, Compose, https://github.com/langgenius/dify
service: api :: langgenius/dify-api:0.15.3 | worker :: langgenius/dify-api:0.15.3 | sandbox :: langgenius/dify-sandbox:0.2.10
client: web :: langgenius/dify-web:0.15.3
store: db :: postgres:15-alpine | redis :: redis:6-alpine | weaviate :: semitechnologies/weaviate:1.19.0
edge: ssrf_proxy :: ubuntu/squid:latest | nginx :: nginx:latest

RuoYi-Cloud, Compose, https://gitee.com/y_project/RuoYi-Cloud
operations: ruoyi-nacos :: nacos/nacos-server | ruoyi-visual-monitor :: build ./ruoyi/visual/monitor
store: ruoyi-mysql :: mysql:5.7 | ruoyi-redis :: redis
edge: ruoyi-nginx :: nginx | ruoyi-gateway :: Spring Cloud Gateway
service: ruoyi-auth :: Spring Boot | ruoyi-modules-system :: Spring Boot | ruoyi-modules-gen :: Spring Boot | ruoyi-modules-job :: Spring Boot | ruoyi-modules-file :: Spring Boot

Sentry, self-hosted, Compose, https://github.com/getsentry/self-hosted
edge: nginx :: nginx:1.31.3-alpine
store: memcached :: memcached:1.6.45-alpine | redis :: valkey/valkey:8.1.9-alpine | postgres :: postgres:14.24-bookworm | clickhouse :: clickhouse-self-hosted-local | seaweedfs :: chrislusf/seaweedfs:4.40_large_disk
queue: kafka :: confluentinc/cp-kafka:7.6.13
service: web :: sentry-self-hosted-local | relay :: Rust | snuba-api :: getsentry/snuba:nightly | snuba-errors-consumer :: getsentry/snuba:nightly | symbolicator :: Rust | taskbroker :: Rust | taskworker :: sentry-self-hosted-local | taskscheduler :: sentry-self-hosted-local | vroom :: Go | uptime-checker :: Rust | events-consumer :: sentry-self-hosted-local
none: pgbouncer :: edoburu/pgbouncer:v1.25.2-p0 | smtp :: registry.gitlab.com/egos-tech/smtp
`
    .split(/\n\n/u)
    .map((map) => map.trim().split('\n'))
    .map(([name = '', ...rows]) => [name, cardsOf(rows.join('\n'))]),
)

function cardsOf(rows: string): LabelledCard[] {
  return rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const at = row.indexOf(': ')
      const texts = row.slice(at + 2).split(' | ')
      return texts.map((text) => ({ role: row.slice(0, at), node: nodeOf(text) }))
    })
}

function nodeOf(text: string): MapNode {
  const [, label = '', tech = ''] = /^(?:(.*) ::)?\s*(.*)$/u.exec(text) ?? []
  return { id: text, label, tech }
}

/** The roles of services in an architecture. A role chooses the colour of a card. */
export const roles = ['client', 'edge', 'service', 'store', 'queue', 'external', 'operations'] as const
/** The role of a service in an architecture. */
export type Role = (typeof roles)[number]
/** What decides the colour of a card: its role, or `other` if that is unknown. */
export type ColoredRole = Role | 'other'

/**
 * Names of technologies and kinds of service, in lower case, unless capitals tell a name from another (SWIFT), separated
 * by commas. A name without a prefix matches anywhere in a text. `=name` is also an English word, so it matches only a
 * whole part ("Go, Kubernetes", not "Go to market"). `…name` matches at the end of a part ("Backend cache"). `~name` and
 * `~…name` do so only in `tech`: a service labelled "Express" may be anything, and a "Customer web app" too. `-name` is a
 * whole part, or the last word of an identifier ("orders-db"). Names without a prefix and those at the end are found there,
 * too. `#` matches a version, `##` one from 10 on, with a dot or with a v.
 */
type Names = string

/** Technologies whose only name is that of their icon. */
function own(names: string): Record<string, Names> {
  return Object.fromEntries(names.split(' ').map((name) => [name.replace(/^\W/u, ''), name]))
}

/**
 * By role, the names of each icon: logos from Simple Icons under their own names, kinds of service from Lucide.
 * `npm run build:icons` writes the icons to `icons.json`.
 */
export const technologies: Record<Role, Record<string, Names>> = {
  client: {
    android: '=android, …android app, …android apps, jetpack compose',
    ios: '=ios, …ios app, …ios apps, =swiftui, =uikit',
    swift: '~swift, swift #',
    react: '=react, react native, react spa, react #',
    vuedotjs: 'vue.js, =vue, vue #',
    angular: '=angular, angular #',
    svelte: 'svelte, sveltekit',
    electron: '=electron, =electron app',
    browser:
      '=browser, =browsers, ~…web app, ~…web apps, -frontend, -front-end, -ui, -client, =clients, =client apps, web browser, web browsers, browser extension, single-page application, single-page app, spa, desktop app, desktop application, .net maui, =ブラウザ, =kiosk, chrome extension, tv app, progressive web app, =pwa, …web client, …web clients, …web ui, …web frontend, wpf, winforms, …desktop client, …windows client, …pc client, …game client, …console client',
    phone:
      'mobile app, mobile apps, mobile application, iphone app, =mobile, =mobile client, =mobile clients, xamarin, …ipad app, …tablet app, …mobile banking app, ~…banking app, …companion app, …driver app, …rider app, …courier app, …モバイルアプリ, …スマホアプリ',
    person:
      '=user, =customer, =visitor, =guest, =agent, =operator, =admin, banking customer, end user, end users, =internet user, =internet users, admin user, admin users, business user, business users, internal user, internal users, external user, external users, mobile user, mobile users, web user, web users, support agent, support agents, call centre agent, call center agent, customer service agent, sales agent, …analyst, …analysts, …engineer, …engineers, …developer, …developers, …administrator, …administrators, …data scientist, …data scientists, …shopper, …shoppers, …employee, …employees, …staff, machine operator, plant operator, warehouse operator, network operator, system operator',
    people: '=users, =customers, =visitors, =guests, =agents, =operators, =admins',
    ...own('flutter ionic tauri'),
  },
  edge: {
    nginx: 'nginx, openresty, nginx-ingress-controller',
    apache: '=apache, apache httpd, =httpd, apache http server',
    envoyproxy: '=envoy, =envoy proxy, envoy #, envoy gateway',
    traefikproxy: 'traefik',
    kong: '=kong, kong gateway, kong-gateway',
    caddy: '=caddy, caddy #',
    cloudflare: 'cloudflare, cloudflared',
    balancer:
      'aws alb, =alb, =elb, =nlb, …load balancer, elastic load balancing, cloud load balancing, …load balancers, traffic manager, global accelerator, metallb, keepalived',
    gateway:
      '-proxy, …api gateway, apigee, …reverse proxy, …ingress, ingress controller, ingress gateway, application gateway, api management, cloud endpoints, spring cloud gateway, apisix, tyk, krakend, zuul, ocelot, yarp, ambassador, pomerium, squid, varnish',
    cdn: 'cloudfront, …cdn, =front door, bunny.net, bunnycdn',
    dns: 'route 53, …dns, route53, coredns, powerdns, bind9',
    firewall:
      '…waf, …firewall, cloud armor, aws shield, ddos protection, pfsense, opnsense, modsecurity, =bastion, bastion host, ~palo alto, palo alto networks, palo alto firewall, fortinet, fortigate, zscaler, imperva',
    nginxproxymanager: 'nginx proxy manager, nginx-proxy-manager',
    f5: 'big-ip',
    tailscale: 'tailscale, headscale',
    wireguard: 'wireguard, wg-easy',
    openvpn: 'openvpn, openvpn-as',
    pihole: 'pihole, pi-hole',
    adguard: 'adguard, adguardhome',
    network:
      'expressroute, direct connect, transit gateway, nat gateway, internet gateway, vpn gateway, cloud nat, cloud interconnect, virtual wan, private link, privatelink, …vpn, gluetun, lorawan network server, lorawan gateway',
    ...own('akamai =fastly haproxy istio linkerd'),
  },
  service: {
    nodedotjs: 'node.js, nodejs, node ##, =node web app, ~koa, koa.js',
    go: '~go, golang, =golang, ~gin',
    rust: '~rust, actix, actix-web',
    ruby: '~ruby, ruby #',
    rubyonrails: 'ruby on rails, gitlab rails, ~rails, rails #',
    php: 'php, php-fpm, cakephp',
    dotnet: '.net, asp.net, asp.net core, c#, windows service, wcf',
    erlang: '=erlang, erlang otp',
    cplusplus: 'c++',
    nextdotjs: 'next.js',
    express: '~express, express.js',
    springboot: 'spring boot',
    graphql: 'graphql, appsync',
    apollographql: 'apollo server, apollo federation, apollo router',
    function: 'aws lambda, lambda, azure functions, cloud functions, =function app, =function apps, knative, openfaas',
    cloudflare: 'cloudflare workers, cloudflare worker, cloudflare pages',
    firebase: 'firebase hosting, firebase app hosting, firebase functions',
    supabase: 'supabase edge functions',
    docker: '=docker, docker swarm',
    kubernetes:
      'kubernetes, =eks, =aks, =gke, gke autopilot, azure kubernetes service, google kubernetes engine, elastic kubernetes service, =k8s',
    celery: '=celery, celery workers',
    temporal: '=temporal, temporal cloud',
    apachespark: '=spark, apache spark, spark sql, spark mllib, pyspark',
    apacheflink: '=flink, apache flink',
    apacheairflow: 'airflow, apache airflow, managed workflows, airflow-scheduler, airflow-webserver, airflow-worker',
    worker: '…worker, …workers, resque',
    schedule:
      '=cron, =cron job, =cron jobs, =scheduler, cloud scheduler, eventbridge scheduler, hangfire, quartz.net, xxl-job, celery beat, -cron',
    java: 'java, eclipse-temurin, openjdk, jakarta ee, wildfly, jboss, micronaut, weblogic, websphere, glassfish, payara, vert.x, =akka, akka http, akka streams, akka cluster, dropwizard',
    spring: '=spring, spring mvc, spring webflux, spring cloud, spring batch',
    apachetomcat: 'tomcat',
    phoenixframework: 'phoenix framework, elixir phoenix, ~phoenix, phoenix liveview',
    server:
      '=iis, uvicorn, uwsgi, ec2, =ecs, fargate, app runner, elastic beanstalk, lightsail, aws batch, azure batch, amplify, app service, app services, azure web app, container apps, =container app, container instances, =web app, static web app, static web apps, azure spring apps, service fabric, signalr service, =signalr, cloud run, app engine, compute engine, =virtual machine, =virtual machines, =vm, =vms, scale set, scale sets, azure vm, …web server, …application server, =heroku, digitalocean droplet, =cobol, =cics, ibm cics, livekit, ~janus, janus gateway, coturn, ~asterisk, asterisk pbx, iot greengrass, iot edge',
    redhatopenshift: 'openshift',
    nomad: '~nomad, hashicorp nomad',
    googledataflow: '=dataflow, apache beam',
    googledataproc: 'dataproc',
    googlecloudcomposer: 'cloud composer',
    apachenifi: 'apache nifi, =nifi',
    apachestorm: 'apache storm',
    workflow:
      'step functions, logic apps, =logic app, =glue, data factory, data pipeline, =emr, mwaa, hdinsight, stream analytics, kinesis data analytics, kinesis analytics, cloud data fusion, dbt, debezium, kafka connect, kafka streams, ksqldb, dagster, kestra, cadence, argo workflows, fivetran, google workflows, ~ray, ray serve, kubeflow, hightouch, rudderstack, ~snowplow, meltano, ~informatica, informatica powercenter, talend, apache camel, ~camel, mulesoft, mirrormaker, kafka mirrormaker, uipath',
    authentik: 'authentik, goauthentik',
    owncloud: 'owncloud, ocis',
    seafile: 'seafile, seafile-mc',
    payloadcms: 'payload cms',
    medusa: 'medusajs',
    mattermost: 'mattermost, mattermost-team-edition, mattermost-enterprise-edition',
    rocketdotchat: 'rocket.chat',
    zulip: 'zulip, docker-zulip',
    matrix: '~synapse, synapse generic_worker, matrix synapse, matrix homeserver, dendrite',
    immich: 'immich, immich-machine-learning',
    plex: '=plex, pms-docker',
    homeassistant: 'home assistant, home-assistant, homeassistant',
    nodered: 'node-red, node red',
    collaboraonline: 'collabora',
    overleaf: 'overleaf, sharelatex',
    plausibleanalytics: 'plausible analytics, plausible community, ~plausible',
    apachesuperset: '=superset, apache superset',
    jupyter: 'jupyter, jupyterhub, jupyterlab',
    vllm: 'vllm, vllm-openai',
    dify: '=dify, dify-api, dify-sandbox',
    langchain: 'langchain, langgraph',
    mail: 'postfix, dovecot',
    selenium: 'selenium, standalone-chrome',
    app: 'puppeteer, gotenberg, tika, browserless, open webui, open-webui, litellm, magento, photoprism, paperless-ngx, wikijs, wiki.js, mediawiki, hedgedoc, etherpad, freshrss, roundcube, roundcubemail, dashy, homer, heimdall, actual-server, firefly iii, stirling-pdf, openldap, lldap, zitadel, supertokens, ory hydra, ory kratos, casdoor, sonarr, radarr, lidarr, prowlarr, seata, kutt, linkwarden, clamav, zigbee2mqtt, thingsboard',
    identity: 'freeipa, ~ldap, ldap directory, ldap server',
    model: '~triton, triton inference server, nvidia triton',
    ...own(
      '=airbyte appwrite ~astro authelia bigbluebutton bitwarden blazor bookstack ~bun camunda chatwoot clojure codeigniter dapr =deno directus discourse django drupal ~elixir ~emby esphome fastapi fastify ~flask fusionauth ~ghost gunicorn haskell hasura ~hono =javascript jellyfin jitsi joomla k3s keycloak kotlin ktor laravel mastodon matomo =metabase mlflow moodle n8n nestjs nextcloud nuxt odoo ollama onlyoffice ~outline passbolt peertube ~perl pixelfed pocketbase ~prefect prestashop python quarkus redash ~remix =scala sidekiq strapi symfony syncthing typescript ~umami vaultwarden ~vite woocommerce wordpress',
    ),
  },
  store: {
    postgresql: 'postgresql, postgres, pgvector on postgres, pgvector, aurora postgresql, postgis',
    mysql: 'mysql, aurora mysql, percona for mysql',
    mongodb: 'mongodb, -mongo, mongo #',
    redis: 'redis, redis streams, elasticache redis, redis-stack, redismod',
    sqlite: 'sqlite, sqlite3',
    apachecassandra: 'cassandra, apache cassandra',
    clickhouse: 'clickhouse, =clickhouse-server',
    cockroachlabs: 'cockroachdb, =cockroach',
    timescale: 'timescaledb',
    scylladb: 'scylladb, scylla',
    supabase: 'supabase, =supabase',
    cloudflare: 'cloudflare r2, cloudflare kv, cloudflare workers kv, workers kv, cloudflare d1',
    googlebigquery: 'bigquery, google bigquery',
    googlecloudstorage: 'google cloud storage, =gcs, =cloud storage, cloud storage bucket',
    apachesolr: 'solr, apache solr',
    apachehive: '=hive, apache hive, hive tables',
    apachehadoop: 'hadoop, hdfs',
    database:
      'dynamodb, oracle database, oracle #, sql server, azure sql, cosmos db, cloud sql, cloud spanner, hbase, firestore, =db2, =aurora, …database, …db, =databases, =database server, =h2 database, =rds, =rds instance, ~oracle, aurora serverless, documentdb, neptune, amazon keyspaces, timestream, qldb, sql database, sql managed instance, managed instance, elastic pool, mssql, azure-sql-edge, table storage, alloydb, spanner, oracle-free, oracle-xe, oracle rac, oracle db, sap hana, yugabytedb, foundationdb, questdb, rqlite, ravendb, aerospike, pinecone, weaviate, =chroma, chromadb, cloud datastore, realtime database, ibm db2, db2 z os, oracle exadata, exadata, ms sql, singlestore, lancedb, m3db, ~graphite, tdengine, tigerbeetle, apache phoenix, ~feast, feast feature store',
    warehouse:
      'redshift, ~warehouse, …data warehouse, athena, synapse analytics, azure synapse, azure data explorer, lake formation, …data lake, vertica, greenplum, apache pinot, dremio, apache iceberg, =iceberg, delta lake, apache hudi, microsoft fabric, starrocks, apache doris, ~doris, ~materialize',
    cache:
      'memcached, mcrouter, elasticache, =valkey, valkey #, …cache, memorystore, memorydb, =dax, dynamodb accelerator, azure cache, azure managed redis, keydb, dragonflydb, garnet, hazelcast, apache ignite',
    storage:
      's3, efs, …blob storage, …object storage, …object store, fsx, =ebs, glacier, storage account, storage accounts, azure storage, azure files, file share, netapp files, data lake storage, filestore, persistent disk, seaweedfs, glusterfs, nfs, ftp server, sftp server, sftpgo, =samba, =file storage, =file server, backblaze, ~wasabi, alibaba oss, alibaba cloud oss, aliyun oss, synology, truenas',
    search:
      'typesense, ~search, =advanced search, =full-text search, ai search, cognitive search, azure search, cloudsearch, kendra, manticore, faiss, ~vespa, vespa.ai',
    apachecouchdb: 'couchdb',
    presto: '~presto, prestodb',
    apachedruid: 'apache druid, =druid',
    googlebigtable: 'bigtable',
    elasticsearch: 'elasticsearch, elastic cloud',
    ...own(
      'arangodb ceph couchbase databricks dgraph duckdb etcd firebase influxdb mariadb meilisearch milvus minio neo4j opensearch planetscale qdrant snowflake surrealdb teradata tidb trino ~turso',
    ),
  },
  queue: {
    apachekafka: 'kafka, apache kafka, =cp-kafka, =msk, amazon msk, managed streaming, confluent cloud, =confluent',
    natsdotio: '=nats, nats jetstream, nats #, -nats',
    apachepulsar: 'apache pulsar, =pulsar',
    queue:
      'sqs, sns, kinesis, eventbridge, event hubs, activemq, bullmq, ibm mq, …queue, …queues, …message broker, …event bus, service bus, event hub, event grid, iot core, iot hub, queue storage, =pub sub, cloud tasks, eventarc, firehose, dynamodb streams, amazon mq, mqtt broker, emqx, vernemq, redpanda, activemq-artemis, zeromq, beanstalkd, solace, tibco ems, …message bus',
    cloudflare: 'cloudflare queues',
    apacherocketmq: 'rocketmq',
    eclipsemosquitto: 'mosquitto, eclipse-mosquitto',
    ...own('hivemq rabbitmq'),
  },
  external: {
    claude:
      '=claude, claude sonnet, claude opus, claude haiku, claude #, claude-sonnet, claude-opus, claude-haiku, claude-3-5-sonnet',
    googlegemini: '=gemini, gemini #',
    huggingface: 'hugging face',
    sap: '=sap, sap business one, sap s, sap erp, sap ecc',
    looker: '=looker, looker studio',
    payment:
      '…payment gateway, …payment provider, …payment processor, …payment service provider, mollie, worldpay, checkout.com, SWIFT, plaid, amazon pay, apple pay, google pay, chargebee, ~visa, mastercard',
    mail: 'sendgrid, twilio sendgrid, postmark, amazon ses, =ses, simple email service, mailjet, mandrill, sparkpost, microsoft exchange, exchange online, =exchange server',
    message:
      'twilio, =sms, firebase cloud messaging, =fcm, apns, apple push notification, onesignal, notification hub, notification hubs, communication services, pinpoint, messagebird, pusher channels',
    chat: '=slack, microsoft teams',
    identity:
      'cognito, azure ad, entra id, =identity provider, azure ad b2c, entra, active directory, identity platform, firebase auth, firebase authentication, onelogin',
    model:
      'openai, =llm, amazon bedrock, ~bedrock, sagemaker, document intelligence, =gpt, gpt-4, gpt-5, gpt-4o, gpt-4o-mini, gpt-4.1, gpt-4.1-mini, azure openai, vertex ai, rekognition, textract, amazon comprehend, amazon polly, amazon transcribe, amazon lex, amazon personalize, fraud detector, azure ai services, azure ai foundry, cognitive services, azure machine learning, document ai, dialogflow, =cohere, gpt-3.5, gpt-3.5-turbo, llama #, ~llama, deepseek, deepseek-chat, deepseek-r1, deepseek-v3, cohere rerank, ~whisper, elevenlabs',
    telegram: '=telegram, telegram bot api',
    mistralai: '=mistral, mistral ai, mistral large, mistral small',
    googleanalytics: 'google analytics',
    googlemaps: 'google maps',
    jira: '=jira, jira software, jira cloud, jira-core',
    analytics: '~segment, =amplitude, power bi, tableau, quicksight, qlik, braze, thoughtspot',
    business:
      'salesforce, servicenow, =workday, dynamics 365, microsoft 365, office 365, sharepoint, google workspace, docusign, netsuite, launchdarkly, ~notion, ~asana, ~linear, zapier, dhl, ups api, fedex, onfido, avalara, optimizely, statsig',
    storage: 'google drive, =dropbox',
    ...own(
      'adyen airtable algolia anthropic auth0 braintree brevo ~clerk cloudinary =confluence contentful =discord ~fauna hotjar hubspot =intercom klarna mailchimp mailgun mapbox mixpanel netlify =okta paypal =posthog quickbooks razorpay ~resend ~sanity shopify ~square stripe vercel vonage whatsapp =xero zendesk ~zoom',
    ),
  },
  operations: {
    prometheus: 'prometheus, alertmanager, node-exporter',
    grafana: 'grafana, =loki, promtail, =tempo, =alloy, =mimir',
    newrelic: 'new relic',
    opentelemetry:
      'opentelemetry collector, otel collector, =opentelemetry, opentelemetry-collector, opentelemetry-collector-contrib, otel-collector, otelcol',
    fluentbit: 'fluent bit',
    vault: '~vault, hashicorp vault',
    consul: '=consul, hashicorp consul',
    github: '=github, github enterprise',
    githubactions: 'github actions',
    gitlab: '=gitlab, gitlab ce, gitlab ee, gitlab ci, gitlab-runner, gitlab runner',
    argo: 'argo cd, argocd, argo rollouts',
    tool: 'kafka-ui, mongo-express, redis-commander, kafdrop, akhq, pgadmin, pgadmin4, phpmyadmin, adminer, redisinsight, mailhog, mailpit, localstack, cloudformation, systems manager, aws config, pulumi, kafka ui, ~great expectations, ~datahub, ~atlan, crossplane, velero, velero backup, =keda, karpenter, ~backstage, opentofu, ~chef, ~renovate, renovate bot, ~k6, jmeter, veeam, veeam backup, restic, restic backup',
    monitoring:
      'cloudwatch, azure monitor, =monitoring, …metrics and alerts, application insights, app insights, log analytics, aws x-ray, cloudtrail, cloud monitoring, cloud logging, cloud trace, stackdriver, zabbix, nagios, telegraf, cadvisor, zipkin, ~vector, skywalking, skywalking-oap, signoz, appdynamics, ~honeycomb, bugsnag, elastic apm, opensearch dashboards, opensearch-dashboards, =seq, glitchtip, langfuse, langsmith, weights biases, =wandb, pyroscope, statsd, checkmk, =statuspage, crashlytics, firebase crashlytics',
    beats: 'filebeat, metricbeat',
    uptimekuma: 'uptime kuma, uptime-kuma',
    sumologic: 'sumo logic',
    letsencrypt: "let’s encrypt, let's encrypt, cert-manager",
    travisci: 'travis ci',
    flux: '~flux, flux cd, fluxcd',
    sonarqubeserver: 'sonarqube',
    harbor: '~harbor, harbor-core',
    sonatype: 'sonatype nexus, nexus3',
    jfrog: 'jfrog, artifactory',
    config:
      'nacos, eureka, spring cloud netflix, spring cloud config, config server, app configuration, appconfig, zookeeper, cp-zookeeper, service registry, schema registry, service discovery, cloud map, sentinel-dashboard',
    secret:
      'key vault, secrets manager, secret manager, =kms, cloudhsm, parameter store, certificate manager, infisical, =iam, guardduty, security hub, microsoft defender, microsoft sentinel, azure sentinel, crowdsec, fail2ban, security command center, kyverno, ~opa, open policy agent, opa gatekeeper, ~falco, =external secrets, external secrets operator, ~wiz, crowdstrike',
    registry: 'container registry, artifact registry, =ecr, =acr, docker registry, ~quay, red hat quay, docker hub',
    pipeline:
      'codepipeline, codebuild, codedeploy, codecommit, cloud build, cloud deploy, azure devops, azure pipelines, bitbucket',
    network: 'cilium',
    server: 'proxmox, vsphere',
    ...own(
      'ansible buildkite circleci datadog ~drone dynatrace fluentd forgejo gitea graylog =helm icinga jaeger jenkins kibana logstash netdata opsgenie pagerduty portainer =puppet rancher rollbar =sentry =snyk spinnaker splunk teamcity tekton terraform =thanos =trivy victoriametrics watchtower',
    ),
  },
}

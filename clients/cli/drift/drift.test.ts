import { describe, expect, it } from 'vitest'
import type { MapContent } from '../../../shared/diff/map-diff.ts'
import type { MapEdge } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'
import { parseYaml } from '../import/compose/yaml.ts'
import { applyDrift, proposeOperations, safeChanges } from './propose.ts'
import { type DriftInput, readDrift } from './read-drift.ts'

/** Parses "web > api, api=Orders > db, mail": services, where they differ with labels, and connections; <> and - have two arrowheads and none. */
function map(text: string): MapContent {
  const nodes = new Map<string, { id: string; label?: string }>()
  const edges: MapEdge[] = []
  const add = (word: string): string => {
    const [id = '', label] = word.trim().split('=')
    if (!nodes.get(id)?.label) nodes.set(id, { id, ...(label && { label }) })
    return id
  }
  for (const part of text.split(',')) {
    const [source, sign, target] = part.split(/ (<>|>|-) /)
    const id = add(source!)
    if (target !== undefined) {
      const arrow = { '<>': 'both', '-': 'none' }[sign!] as MapEdge['arrow']
      edges.push({ source: id, target: add(target), ...(arrow && { arrow }) })
    }
  }
  return { nodes: [...nodes.values()], edges }
}

const types: Record<string, string> = { '~': 'messaging_system', '=': 'database', '*': 'virtual_node' }

/** Series of "web > api, api ~ mail": requests, messages (~), databases (=) and virtual nodes (*). Labels and a value may follow, as in "web > api env=eu 0". */
function series(text: string): { metric: Record<string, string>; value: string }[] {
  return text.split(', ').map((part) => {
    const [, client = '', sign = '', server = '', rest = ''] = /^(\S*) ([>~=*]) (\S*)(.*)$/.exec(part)!
    const labels = Array.from(rest.matchAll(/([\w.]+)=(\S+)/g), ([, name, value]) => [name!, value!] as const)
    const type = types[sign]
    const metric = { client, server, ...(type && { connection_type: type }), ...Object.fromEntries(labels) }
    return { metric, value: / ([\d.]+|NaN)$/.exec(rest)?.[1] ?? '7' }
  })
}

const json = (value: unknown): string => JSON.stringify(value)

/** An answer of Prometheus to a query at a moment. */
function graph(text: string): string {
  const result = series(text).map(({ metric, value }) => ({ metric, value: [1_764_000_000, value] }))
  return json({ status: 'success', data: { resultType: 'vector', result } })
}

function matrix(...result: [text: string, ...values: string[]][]): string {
  const samples = result.map(([text, ...values]) => ({
    metric: series(text)[0]!.metric,
    values: values.map((it, at) => [1_764_000_000 + at, it]),
  }))
  return json({ status: 'success', data: { resultType: 'matrix', result: samples } })
}

function exposition(text: string): string {
  const lines = series(text).map(({ metric, value }) => {
    const labels = Object.entries(metric).map(([name, it]) => `${name}="${it}"`)
    return `acme_traces_service_graph_request_total{${labels.join(',')}} ${value} 1764000000000`
  })
  const others = ['traces_service_graph_request_failed_total{client="x",server="y"} 1', 'up{job="x"} 1']
  return ['# TYPE acme_traces_service_graph_request_total counter', ...lines, ...others, ''].join('\n')
}

const jaeger = (...calls: [parent: string, child: string, callCount: number][]): string =>
  json({ data: calls.map(([parent, child, callCount]) => ({ parent, child, callCount })), total: 0, errors: null })

/** A manifest of a workload, with the Service of the same name unless it is another one. */
function workload(
  kind: string,
  name: string,
  env: Record<string, string>,
  options = { service: name, namespace: 'shop' },
) {
  const { service, namespace } = options
  const variables = Object.entries(env).map(([name, value]) => `{ name: ${name}, value: '${value}' }`)
  return `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  template:
    metadata: { labels: { app: ${name}, tier: x } }
    spec: { containers: [{ name: c, env: [{ name: PASSWORD, valueFrom: { secretKeyRef: { name: s, key: k } } }, ${variables.join(', ')}] }] }
---
apiVersion: v1
kind: Service
metadata: { name: ${service}, namespace: ${namespace} }
spec: { selector: { app: ${name} } }
---
`
}

const terraform = `digraph G {
  rankdir = "RL";
  node [shape = rect, fontname = "sans-serif"];
  "aws_lambda_function.api" [label="aws_lambda_function.api"];
  "data.aws_ami.linux" [label="data.aws_ami.linux"];
  subgraph "cluster_module.shop" {
    "module.shop.aws_db_instance.orders" [label="aws_db_instance.orders"];
  }
  "aws_lambda_function.api" -> "data.aws_ami.linux";
  "aws_lambda_function.api" -> "module.shop.aws_db_instance.orders";
}
`
const terraformPlan = `digraph {
	compound = "true"
	subgraph "root" {
		"[root] aws_instance.web (expand)" [label = "aws_instance.web", shape = "box"]
		"[root] provider[\\"registry.terraform.io/hashicorp/aws\\"]" [label = "provider", shape = "diamond"]
		"[root] var.region" [label = "var.region", shape = "note"]
		"[root] aws_instance.web (expand)" -> "[root] aws_subnet.main (expand)"
		"[root] aws_instance.web (expand)" -> "[root] var.region"
		"[root] aws_subnet.main (expand)" -> "[root] provider[\\"registry.terraform.io/hashicorp/aws\\"]"
	}
}
`

interface Corpus extends Pick<DriftInput, 'ignore' | 'label'> {
  map: string | MapContent
  seen: string
  alias?: string
  /** Planted drift: "+ x" is not in the map, "- x" not seen. */
  drift?: string[]
}

const shop = 'web > api, api > db'
/** Services and connections of the OpenTelemetry demo as its documentation draws them: https://opentelemetry.io/docs/demo/architecture/ */
const demo =
  `accounting > postgresql, ad > flagd, checkout > currency, checkout > cart, checkout > queue, cart > cache, cart > flagd,
  checkout > payment, checkout > email, checkout > product-catalog, checkout > shipping, fraud-detection=Fraud Detection > flagd, frontend > ad,
  frontend > currency, frontend > cart, frontend > checkout, frontend > shipping, frontend > recommendation, frontend > product-catalog,
  frontend-proxy=Frontend Proxy (Envoy) > flagd, frontend-proxy > frontend, frontend-proxy > flagd-ui, frontend-proxy > image-provider,
  payment > flagd, queue > accounting, queue > fraud-detection, recommendation > flagd, recommendation > product-catalog, shipping > quote,
  Internet > frontend-proxy, load-generator=Load Generator > frontend-proxy, react-native-app=React Native App > frontend-proxy`.replaceAll(
    /\s+/g,
    ' ',
  )
/** The same as its traces tell it, by the names of its Compose file: https://github.com/open-telemetry/opentelemetry-demo */
const demoTraces =
  `accounting = otel, ad > flagd, checkout > currency, checkout > cart, checkout ~ accounting, checkout ~ fraud-detection, cart * valkey-cart,
  cart > flagd, checkout > payment, checkout > email, checkout > product-catalog, checkout > shipping, checkout > flagd, fraud-detection > flagd,
  frontend > ad, frontend > currency, frontend > cart, frontend > checkout, frontend > shipping, frontend > recommendation,
  frontend > product-catalog, frontend > frontend, frontend-proxy > frontend, frontend-proxy > flagd-ui, frontend-proxy > image-provider,
  payment > flagd, product-catalog > flagd, recommendation > flagd, recommendation > product-catalog, shipping > quote,
  load-generator > frontend-proxy, user * frontend-proxy`.replaceAll(/\s+/g, ' ')

const corpora: Record<string, Corpus> = {
  'no drift': { map: shop, seen: graph('web > api, api > db') },
  'a service and its connection': {
    map: shop,
    seen: graph('web > api, api > db, api > pay'),
    drift: ['+ pay', '+ api → pay'],
  },
  'a connection of known services': { map: shop, seen: graph('web > api, api > db, web > db'), drift: ['+ web → db'] },
  'a connection turned round': { map: shop, seen: graph('web > api, db > api'), drift: ['+ db → api', '- api → db'] },
  'a service that is gone': { map: `${shop}, api > old`, seen: graph(shop), drift: ['- old', '- api → old'] },
  'a connection that is gone': { map: `${shop}, web > db`, seen: graph(shop), drift: ['- web → db'] },
  'a service without a connection': { map: `${shop}, cron`, seen: graph(shop), drift: ['- cron'] },
  'a service with another name': {
    map: shop,
    seen: graph('web > orders, orders > db'),
    drift: ['+ orders', '+ orders → db', '+ web → orders', '- api', '- api → db', '- web → api'],
  },
  'names in another spelling': {
    map: 'web=Web Shop > api_v2, api_v2 > Orders.DB',
    seen: graph('web-shop > API-v2, api.v2 > orders_db'),
    alias: 'api_v2: [API-v2, api.v2]',
  },
  'ports, domains of clusters and the word service': {
    map: 'cart=Cart Service > catalog, catalog > db',
    seen: graph('cart > catalog-svc, catalog-svc * db.shop.svc.cluster.local:5432'),
  },
  'a suffix that two services differ in': {
    map: 'web > orders',
    seen: graph('web > orders, web > orders-service'),
    drift: ['+ orders-service', '+ web → orders-service'],
  },
  'two names of one service': {
    map: 'web > api=Orders API, api > db',
    seen: graph('web > orders-http, orders-http > orders-worker, orders-worker > db'),
    alias: 'Orders API: [orders-http, orders-worker]',
  },
  'labels, where ids say nothing': {
    map: 'n1=web > n2=api',
    seen: graph('web > api, web > n3'),
    drift: ['+ n3', '+ n1 → n3'],
  },
  'messages through a broker': {
    map: 'shop > queue, queue > mail, queue > audit, queue > bill',
    seen: graph('shop ~ mail, shop ~ audit'),
    drift: ['- bill', '- queue → bill'],
  },
  'messages without a broker': {
    map: 'shop > mail',
    seen: graph('shop ~ mail, shop ~ audit'),
    drift: ['+ audit', '+ shop → audit'],
  },
  'messages and requests between the same services': {
    map: 'shop > queue, queue > mail',
    seen: graph('shop ~ mail, shop > mail'),
    drift: ['+ shop → mail'],
  },
  'messages and requests, both in the map': {
    map: 'shop > queue, queue > mail, shop > mail',
    seen: graph('shop ~ mail, shop > mail'),
  },
  'messages and requests, where several services may be the broker': {
    map: 'a > b, a > q, q > b, a > r, r > b',
    seen: graph('a > b, a ~ b'),
    drift: ['- q', '- r', '- a → q', '- a → r', '- q → b', '- r → b'],
  },
  'a service whose label is an ignored name': {
    map: 'web > users=User',
    seen: graph('user * web, web > users'),
    ignore: 'user',
  },
  'a service whose label is an ignored name, by its core': {
    map: 'web > n1=User',
    seen: graph('user * web, web > user-service'),
    ignore: 'user',
  },
  'an option in a script of a shell': {
    map: 'web > db',
    seen: `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { spec: { containers: [{ command: [sh, -c, exec web --db-host=db] }] } } }
---
apiVersion: v1
kind: Service
metadata: { name: db }
`,
  },
  'messages beside a service between their ends': {
    map: 'shop > api, api > mail',
    seen: graph('shop > api, api > mail, shop ~ mail'),
    drift: ['+ shop → mail'],
  },
  'messages through one of two brokers': {
    map: 'shop > q1, shop > q2, q1 > mail, q2 > mail',
    seen: graph('shop ~ mail'),
    ignore: 'q2',
  },
  'messages through a broker on which both ends depend': {
    map: 'orders > kafka, billing > kafka',
    seen: graph('orders ~ billing'),
  },
  'messages beside a database on which both ends depend': {
    map: 'orders > db, billing > db',
    seen: graph('orders ~ billing, orders = db, billing = db'),
    drift: ['+ orders → billing'],
  },
  'messages alone between connected services, beside what both depend on': {
    map: 'orders > billing, orders > db, billing > db',
    seen: graph('orders ~ billing'),
    drift: ['- db', '- orders → db', '- billing → db'],
  },
  'messages through a broker and beside a database on which both ends depend': {
    map: 'orders > kafka, billing > kafka, orders > db, billing > db',
    seen: graph('orders ~ billing, orders = db, billing = db'),
  },
  'messages through a broker that leads to the receiver, beside what both ends depend on': {
    map: 'orders > kafka, kafka > billing, orders > cache, billing > cache',
    seen: graph('orders ~ billing, orders * cache, billing * cache'),
  },
  'a broker that its sender names': { map: 'shop > kafka, kafka > mail', seen: graph('shop * kafka, shop ~ mail') },
  'databases and users': {
    map: 'web > api, api > orders',
    seen: graph('user * web, web > api, api = orders'),
    drift: ['+ user', '+ user → web'],
  },
  'a database named as its service, and one named as another': {
    map: 'web > orders, orders > orders-db, billing > orders-db',
    seen: graph('web > orders, orders = orders, billing = orders'),
    alias: 'orders-db: [orders (database)]',
  },
  'a database named as its service, without an alias': {
    map: 'web > orders, orders > orders-db',
    seen: graph('web > orders, orders = orders'),
    drift: ['+ orders (database)', '+ orders → orders (database)', '- orders-db', '- orders → orders-db'],
  },
  'what is ignored, on both sides': {
    map: `${shop}, queue/a > web, queue/b > queue/a`,
    seen: graph('web > api, api > db, user * web, api > probe-1'),
    ignore: 'queue/*, user,probe-*',
  },
  'peers without a name': { map: 'web > api', seen: graph('web > api, web * unknown,  > web, web > ') },
  'one environment of two': {
    map: shop,
    seen: graph(
      'web > api client_env=prod server_env=prod, api > db client_env=prod, web > beta client_env=test server_env=test',
    ),
    label: 'env=prod',
  },
  'one environment of two, by labels with dots': {
    map: shop,
    seen: graph(
      'web > api client_deployment.environment=prod, api > db client_deployment.environment=prod, web > beta client_deployment.environment=test',
    ),
    label: 'deployment.environment=prod',
  },
  'one environment of two, by the name of a label with dots that a refusal tells': {
    map: 'web > api',
    seen: `traces_service_graph_request_total{client="web",server="api","client_k8s.cluster.name"="eu"} 7
traces_service_graph_request_total{client="web",server="beta","client_k8s.cluster.name"="us"} 7
`,
    label: 'k8s_cluster_name=eu',
  },
  'all environments': {
    map: shop,
    seen: graph('web > api client_env=prod, api > db client_env=test, web > beta'),
    label: 'env=*',
    drift: ['+ beta', '+ web → beta'],
  },
  'a range of time': {
    map: shop,
    seen: matrix(['web > api', '0', '3'], ['api > db', 'NaN', '1'], ['api > x', '0', '0']),
  },
  'series of failures, of zero and of other metrics': {
    map: shop,
    seen: graph(
      'web > api failed=true 2, web > api failed=false, api > db 0.2, api > x 0, api > y __name__=traces_service_graph_unpaired_spans_total',
    ),
  },
  "Prometheus' text format": {
    map: shop,
    seen: exposition('web > api, api = db, api > pay env=a{}\\"b'),
    drift: ['+ pay', '+ api → pay'],
  },
  'dependencies of Jaeger': {
    map: shop,
    seen: jaeger(['web', 'api', 9], ['web', 'db', 0], ['api', 'mail', 2]),
    drift: ['+ mail', '+ api → mail', '- db', '- api → db'],
  },
  'terraform graph': {
    map: 'api > orders, orders > bucket',
    seen: terraform,
    alias: 'api: aws_lambda_function.api\norders: [module.shop.aws_db_instance.orders]',
    drift: ['- bucket', '- orders → bucket'],
  },
  'terraform graph with instances of modules and resources': {
    map: 'module.m.aws_instance.web > module.m.aws_subnet.main, module.m.aws_subnet.main > aws_vpc.main',
    seen: String.raw`digraph {
  "module.m[\"eu\"].aws_instance.web[0]" -> "module.m[\"eu\"].aws_subnet.main[\"a]b\"]"
  "module.m[\"us.a]\"].aws_instance.web[1] (expand)" -> "module.m[0].aws_subnet.main[\"c\"]"
  "module.m[0].aws_subnet.main (expand)" -> "module.m[\"eu\"].output.vpc"
  "module.m[\"eu\"].output.vpc" -> "aws_vpc.main"
  "module.m[\"eu\"].aws_subnet.main" -> "module.m[\"eu\"].provider[\"registry.terraform.io/hashicorp/aws\"]"
  "module.m[\"eu\"].provider[\"registry.terraform.io/hashicorp/aws\"]" -> "aws_iam_role.other"
}
`,
  },
  'terraform graph of a plan': {
    map: 'aws_instance.web',
    seen: terraformPlan,
    drift: ['+ aws_subnet.main', '+ aws_instance.web → aws_subnet.main'],
  },
  'terraform graph through outputs, data sources and modules': {
    map: 'aws_instance.web > module.db.aws_db_instance.main, aws_instance.web > aws_subnet.main, aws_lambda_function.job > module.db.aws_db_instance.main, aws_instance.web, x_y.z',
    seen: terraformPlan.replace('[root] var.region" [', '[root] x_y.z" [').replace(
      '\t}',
      `
		"[root] aws_instance.web (expand)" -> "[root] module.db.output.endpoint (expand)"
		"[root] module.db.output.endpoint (expand)" -> "[root] module.db.local.host (expand)"
		"[root] module.db.local.host (expand)" -> "[root] module.db.aws_db_instance.main (expand)"
		"[root] module.db.local.host (expand)" -> "[root] module.db.output.endpoint (expand)"
		"[root] aws_lambda_function.job (expand)" -> "[root] data.aws_secret.db (expand)"
		"[root] data.aws_secret.db (expand)" -> "[root] module.db (close)"
		"[root] module.db (close)" -> "[root] module.db.aws_db_instance.main (expand)"
		"[root] provider[\\"registry.terraform.io/hashicorp/aws\\"]" -> "[root] aws_iam_role.other (expand)"
		"[root] aws_subnet.main (expand)" -> "[root] module.net.provider[\\"registry.terraform.io/hashicorp/aws\\"]"
		"[root] module.net.provider[\\"registry.terraform.io/hashicorp/aws\\"]" -> "[root] x_y.z (expand)"
		"[root] x_y.z (expand)" -> "[root] provider[\\"registry.terraform.io/hashicorp/aws\\"] (close)"
		"[root] provider[\\"registry.terraform.io/hashicorp/aws\\"] (close)" -> "[root] aws_subnet.main (expand)"
	}`,
    ),
  },
  'terraform graph with names that are not ASCII': {
    map: 'aws_instance.web > terraform_data.straße, terraform_data.straße > module.größe.terraform_data.b',
    seen: `digraph G {
  "aws_instance.web" [label="aws_instance.web"];
  "terraform_data.straße" [label="terraform_data.straße"];
  "module.größe.terraform_data.b" [label="terraform_data.b"];
  "aws_instance.web" -> "terraform_data.straße";
  "terraform_data.straße" -> "module.größe.terraform_data.b";
}
`,
  },
  'terraform graph of a plan with names that are not ASCII': {
    map: 'aws_instance.web > terraform_data.straße, terraform_data.straße > module.größe.terraform_data.b, aws_subnet.main',
    seen: terraformPlan
      .replace('web (expand)" -> "[root] aws_subnet.main', 'web (expand)" -> "[root] terraform_data.straße')
      .replace(
        '\t}',
        `
		"[root] aws_subnet.main (expand)" [label = "aws_subnet.main", shape = "box"]
		"[root] terraform_data.straße (expand)" -> "[root] module.größe (close)"
		"[root] module.größe (close)" -> "[root] module.größe.terraform_data.b (expand)"
		"[root] module.größe.terraform_data.b (expand)" -> "[root] module.größe.provider[\\"registry.terraform.io/hashicorp/aws\\"]"
		"[root] module.größe.provider[\\"registry.terraform.io/hashicorp/aws\\"]" -> "[root] aws_subnet.main (expand)"
	}`,
      ),
  },
  'manifests of Kubernetes': {
    map: 'web > api, api > db, api > mail',
    seen:
      workload('Deployment', 'web', { API_URL: 'http://orders.shop.svc.cluster.local:80/v1', HOME: '/root' }) +
      workload(
        'Deployment',
        'api',
        { DATABASE_URL: 'postgres://app:secret@db:5432/x', PEER: 'stripe.com:443' },
        { service: 'orders', namespace: 'shop' },
      ) +
      workload('StatefulSet', 'db', {}) +
      'apiVersion: v1\nkind: Service\nmetadata: { name: legacy }\nspec: { type: ExternalName }\n',
    drift: ['+ legacy', '- mail', '- api → mail'],
  },
  'hosts of pods, of the cluster and of the world': {
    map: 'web > db, web > api, web > mail',
    seen:
      workload('Deployment', 'web', {
        DB_URL: 'mongodb://db-0.db,db-1.db.shop.svc.cluster.local.:27017',
        API_HOST: 'api.shop.svc.example.org',
        MAIL_HOST: 'mail',
        OAUTH_URL: 'https://cache.shop.com/oauth',
        OTHER_URL: 'https://cache-1.cache.com',
      }) +
      ['db', 'api', 'mail', 'cache'].map((it) => workload('StatefulSet', it, {})).join('') +
      'apiVersion: v1\nkind: Service\nmetadata: { name: kubernetes, namespace: default }\nspec: {}\n',
    drift: ['+ cache'],
  },
  'all workloads that a Service selects': {
    map: 'web > stable, web > canary',
    seen:
      workload('Deployment', 'web', { API_URL: 'http://api' }) +
      workload('Deployment', 'stable', {}) +
      workload('Deployment', 'canary', {}) +
      'apiVersion: v1\nkind: Service\nmetadata: { name: api, namespace: shop }\nspec: { selector: { tier: x } }\n',
  },
  'variables of config maps': {
    map: 'web > db, web > cache',
    seen: `# Only a comment
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
        - envFrom: [{ configMapRef: { name: shared } }]
          env:
            - { name: CACHE_HOST, valueFrom: { configMapKeyRef: { name: own, key: cache } } }
            - { name: MAIL_HOST, value: smtp.example.org }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: shared }
data: { DB_HOST: db, PORT: 1, MAIL_HOST: unused }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: own }
data: { cache: cache, DB_HOST: unused }
---
${['db', 'cache', 'unused'].map((it) => workload('StatefulSet', it, {}, { service: it, namespace: 'default' })).join('')}`,
    drift: ['+ unused'],
  },
  'all namespaces, with a name in two': {
    map: 'web.prod > api, web.test, mail.prod, mail.test',
    seen:
      ['prod', 'test']
        .map((it) => `apiVersion: v1\nkind: Service\nmetadata: { name: mail, namespace: ${it} }\nspec: {}\n---\n`)
        .join('') +
      workload('Deployment', 'web', { API_HOST: 'api' }, { service: 'web', namespace: 'prod' }) +
      workload('Deployment', 'api', {}, { service: 'api', namespace: 'prod' }) +
      workload('Deployment', 'web', {}, { service: 'web', namespace: 'test' }),
    label: 'namespace=*',
  },
  'one namespace of two': {
    map: 'web > api',
    seen: ['prod', 'test']
      .map(
        (namespace) =>
          workload('Deployment', 'web', { API_HOST: 'api' }, { service: 'web', namespace }) +
          workload('DaemonSet', 'api', {}, { service: 'api', namespace }),
      )
      .join(''),
    label: 'namespace=prod',
  },
  'a list of kubectl': {
    map: 'web',
    seen: json({
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cron' }, spec: {} }],
    }),
    drift: ['+ cron', '- web'],
  },
  'a Compose file': {
    map: shop,
    seen: 'services:\n  web: { depends_on: [api] }\n  api: { environment: { DB_HOST: db, CACHE_URL: "redis://cache:6379" } }\n  db: {}\n  cache: {}\n',
    drift: ['+ cache', '+ api → cache'],
  },
  'another map': {
    map: 'web=Web > api, api > db',
    seen: json({ map: { id: 'x', name: 'Live', ...map('n1=web > api, api <> cache') } }),
    drift: ['+ cache', '+ api → cache', '+ cache → api', '- db', '- api → db'],
  },
  'another map, with arrowheads at both ends, or at none': {
    map: 'a > b, b > a, c > d, d > c',
    seen: json(map('a <> b, c - d, d - e')),
    drift: ['+ e', '+ d → e', '+ e → d'],
  },
  'arrowheads at both ends, or at none': {
    map: 'a <> b, b - c, c > d',
    seen: graph('b > a, c > b, d > c'),
    drift: ['+ d → c', '- c → d'],
  },
  'calls of a service to itself': { map: 'web > api, api > api', seen: graph('web > api, web > web'), drift: [] },
  'names of prototypes': {
    map: '__proto__ > constructor',
    seen: graph('__proto__ > constructor, constructor > toString'),
    drift: ['+ toString', '+ constructor → toString'],
  },
  'the demo of OpenTelemetry': {
    map: demo,
    seen: graph(demoTraces),
    alias: 'postgresql: [otel]\ncache: [valkey-cart]\nInternet: [user]',
    // The Compose file gives flagd to two more services than the diagram. Envoy tells no trace of its way to flagd, and no phone took part.
    drift: [
      '+ checkout → flagd',
      '+ product-catalog → flagd',
      '- react-native-app',
      '- frontend-proxy → flagd',
      '- react-native-app → frontend-proxy',
    ],
  },
}

async function driftOf({ map: text, seen, alias, ignore, label }: Corpus) {
  const content = typeof text === 'string' ? map(text) : text
  const drift = await readDrift(content, {
    observed: { source: 'seen', text: seen, folder: '/nowhere', env: {} },
    alias: alias === undefined ? undefined : { source: 'aliases', text: alias },
    ignore,
    label,
  })
  const { undeclared, unseen } = drift
  const found = [
    ...undeclared.services.map((it) => `+ ${it.name}`),
    ...undeclared.connections.map((it) => `+ ${it.source} → ${it.target}`),
    ...unseen.services.map((it) => `- ${it.id}`),
    ...unseen.connections.map((it) => `- ${it.source} → ${it.target}`),
  ]
  return { content, drift, found }
}

describe('drift is found as it was planted, no more and no less:', () => {
  it.each(Object.entries(corpora))('%s', async (_, corpus) => {
    const { found, drift, content } = await driftOf(corpus)
    expect(found.toSorted()).toEqual((corpus.drift ?? []).toSorted())
    for (const it of [...drift.undeclared.services, ...drift.undeclared.connections])
      expect(it.evidence).not.toEqual([])
    const mended = { ...corpus, map: { ...content, ...applyDrift(content, drift) } }
    expect((await driftOf(mended)).found, 'after what is proposed').toEqual([])
  })
})

describe('drift cannot be told, and a sentence says why:', () => {
  const alias = (text: string): Corpus => ({ map: shop, seen: graph('web > api'), alias: text })
  const namespaces = ['prod', 'test'].map((namespace) =>
    workload('Deployment', 'web', {}, { service: 'web', namespace }),
  )
  it.each<[name: string, corpus: Corpus, message: RegExp]>([
    [
      'a name that fits two services',
      { map: 'Web-Shop > web_shop', seen: graph('webshop > x') },
      /webshop may be Web-Shop or web_shop$/,
    ],
    ['a label of two services', { map: 'n1=db > n2=db', seen: graph('x > db') }, /db may be n1 or n2$/],
    ['two names of one service', { map: shop, seen: graph('web > Api, web > api') }, /Api and api may all be api$/],
    [
      'two names whose cores are those of one service',
      { map: 'web > cart-service=Basket-Service', seen: graph('web > cart, web > basket') },
      /cart and basket may all be cart-service$/,
    ],
    [
      'two names with the core of one service',
      { map: 'web > orders', seen: graph('web > orders-service, web > orders:8080') },
      /orders-service and orders:8080 may all be orders$/,
    ],
    [
      'a name with the core of two services',
      { map: 'web > orders-svc, web > orders-service', seen: graph('web > orders') },
      /orders may be orders-svc or orders-service$/,
    ],
    ['two names, one an alias', { map: shop, seen: graph('web > x, web > api'), alias: 'api: x' }, /may all be api$/],
    [
      'two brokers',
      { map: 'a > q, a > r, q > b, r > b', seen: graph('a ~ b') },
      /^Messages from a to b may pass through q or r\./,
    ],
    [
      'two brokers on which both ends depend',
      { map: 'a > q, a > r, b > q, b > r', seen: graph('a ~ b') },
      /^Messages from a to b may pass through q or r\./,
    ],
    [
      'two environments',
      {
        map: shop,
        seen: graph('web > api client_deployment_environment=eu, api > db server_deployment_environment=us'),
      },
      /^seen is of several environments: deployment_environment is eu, us\. Choose, as in --label deployment_environment=eu;/,
    ],
    [
      'two environments, in labels with dots',
      {
        map: shop,
        seen: graph('web > api client_deployment.environment=prod, api > db server_deployment.environment=test'),
      },
      /^seen is of several environments: deployment_environment is prod, test\./,
    ],
    ...['{client="web",server="d', '{client="web" server="db"} seven', ' 7', '{client=web,server="db"} 7'].map(
      (rest): [string, Corpus, RegExp] => [
        `a series that is broken: ${rest}`,
        { map: shop, seen: `${exposition('web > api')}traces_service_graph_request_total${rest}\n` },
        /^seen: line 5 has no labels or no number that can be read\.$/,
      ],
    ),
    [
      'two namespaces',
      { map: 'web', seen: namespaces.join('') },
      /namespace is prod, test\. Choose, as in --label namespace=prod;/,
    ],
    [
      'a label that nothing has',
      { map: shop, seen: graph('web > api env=eu'), label: 'env=us' },
      /has nothing with this --label/,
    ],
    [
      'a label of a file without labels',
      { map: shop, seen: jaeger(), label: 'env=us' },
      /^seen has no labels for --label/,
    ],
    [
      'a label without a value',
      { map: shop, seen: jaeger(), label: 'env' },
      /^--label must be conditions such as env=prod/,
    ],
    [
      'a state of Terraform',
      { map: shop, seen: json({ version: 4, terraform_version: '1.13.0', resources: [] }) },
      /has secrets: it is not read/,
    ],
    [
      'a graph of Terraform with more connections than any map',
      {
        map: shop,
        seen: `digraph {\n${Array.from({ length: 400 }, (_, it) => `"a_b.x${it}" -> "local.all"\n"local.all" -> "a_b.x${it}"`).join('\n')}\n}`,
      },
      /^seen has over 100,000 connections between resources\.$/,
    ],
    ['a text', { map: shop, seen: 'hello' }, /^seen must be one of: a service graph .*; a map as JSON\.$/],
    ['no text', { map: shop, seen: '' }, /^seen must be one of: /],
    ['an answer without a series', { map: shop, seen: graph('web > api 0') }, /has no service and no connection\.$/],
    [
      'an error of Prometheus',
      { map: shop, seen: json({ status: 'error', error: 'bad query' }) },
      /Prometheus: bad query$/,
    ],
    [
      'another type of answer',
      { map: shop, seen: json({ data: { resultType: 'scalar' } }) },
      /resultType must be vector or matrix/,
    ],
    [
      'a series without labels',
      { map: shop, seen: json({ data: { resultType: 'vector', result: [{}] } }) },
      /data\.result\[0\] must have a metric and a value/,
    ],
    [
      'an entry of another tool',
      { map: shop, seen: json({ data: [{ traceID: 'x' }] }) },
      /data\[0\] must have parent, child and callCount/,
    ],
    [
      'a map with a fault',
      { map: shop, seen: json({ nodes: [{ id: 1 }], edges: [] }) },
      /^seen: nodes\[0\]\.id must be a string/,
    ],
    ['broken JSON', { map: shop, seen: '{"data":' }, /^seen is not JSON/],
    ['five megabytes', { map: shop, seen: ' '.repeat(5_000_000) }, /^seen is too large: it has over 4 MiB/],
    ['an alias of no service', alias('webb: x'), /^aliases: webb is no service of the map\. Did you mean web\?$/],
    ['an alias of two services', alias('web: x\napi: [x]'), /^aliases: x must be of one service alone/],
    [
      'an alias of two services with its label',
      { map: 'n1=db > n2=db', seen: graph('a > b'), alias: 'db: x' },
      /several services are named db/,
    ],
    ['aliases that are no names', alias('web: [[x]]'), /^aliases: web must be a list of names/],
    ['aliases that are no lists', alias('- web'), /^aliases must have lists of names by service/],
    [
      'aliases that grow without end',
      alias(
        [
          'a0: &a0 [x]',
          ...Array.from({ length: 30 }, (_, it) => `a${it + 1}: &a${it + 1} [${`*a${it}, `.repeat(9)}]`),
        ].join('\n'),
      ),
      /^aliases is too large: .* nodes\.$/,
    ],
  ])('%s', async (_, corpus, message) => {
    await expect(driftOf(corpus)).rejects.toThrow(message)
    await expect(driftOf(corpus)).rejects.toBeInstanceOf(Failure)
  })
})

/** Copies of a value, in each of which another part is wrong. */
function* faultyCopies(value: unknown): Generator {
  yield* [null, [], { toString: 1 }]
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    for (const copy of faultyCopies(part)) {
      yield Array.isArray(value) ? value.with(Number(key), copy) : { ...value, [key]: copy }
    }
  }
}

it('no part of a file that is wrong ends in anything but drift or a sentence', async () => {
  const small = ['a range of time', 'dependencies of Jaeger', 'a list of kubectl', 'a Compose file', 'another map']
  const parsed = small.map((it) => parseYaml('', corpora[it]!.seen))
  let sentences = 0
  for (const value of parsed.flatMap((it) => [...faultyCopies(it)])) {
    await driftOf({ map: shop, seen: json(value) }).catch((error: unknown) => {
      expect(error, json(value)).toBeInstanceOf(Failure)
      sentences++
    })
  }
  expect(sentences).toBeGreaterThan(100)
})

it.each([
  'traces_service_graph_request_total{client="web",server="api","server_db.system"="a \\"b\\", c"} 7',
  '\uFEFFtraces_service_graph_request_total{client="web",server="api"} 7',
  '\ttraces_service_graph_request_total {\tclient = "web" , server="api", } 7 1764000000000',
  'traces_service_graph_request{client="web",server="api"}7',
  'shop:traces_service_graph_request_total{client="web",server="api"} 7e0 # {trace_id="x"} 1',
  '{"shop.traces_service_graph_request_total",client="web",server="api"} 7',
  '{ "shop.traces_service_graph_request_total" , client="web",server="api"} 7',
])('a series of the text format is read in each of its forms: %j', async (line) => {
  const seen = `${line}\nup 1\r\n# EOF\n`
  expect((await driftOf({ map: 'web > api', seen })).found).toEqual([])
})

it('a warning of Prometheus is told, since its answer may lack series', async () => {
  const answer = JSON.parse(graph('web > api')) as object
  const warned = await driftOf({ map: shop, seen: json({ ...answer, warnings: ['store eu is down'] }) })
  expect(warned.drift.leftOut).toEqual(['1 warning of Prometheus (store eu is down)'])
  expect(safeChanges(warned.drift).changes.unseen).toEqual({ services: [], connections: [] })
})

it('a host with its namespace leads to a Service that says none itself', async () => {
  const own = [
    workload('Deployment', 'web', { DB_HOST: 'db.live.svc.cluster.local' }),
    workload('StatefulSet', 'db', {}),
  ]
  const seen = own.join('').replaceAll(', namespace: shop', '') + workload('Deployment', 'mail', {})
  const { found } = await driftOf({ map: 'web > db, mail', seen, label: 'namespace=*' })
  expect(found).toEqual([])
})

it('what was not seen stays in the map where something was left out, and goes where all was seen', async () => {
  const own = 'web > db, old'
  const compose = (rest: string): string => `services: { web: { image: nginx${rest} }, db: {}, new: {} }`
  const partial = await driftOf({ map: own, seen: compose(', env_file: gone.env') })
  expect(partial.found).toEqual(['+ new', '- old', '- web → db'])
  expect(applyDrift(partial.content, safeChanges(partial.drift).changes)).toEqual(map('web > db, old, new'))
  const unset = await driftOf({ map: own, seen: compose(', environment: { URL: "${DATABASE_URL}" }') })
  expect(applyDrift(unset.content, safeChanges(unset.drift).changes)).toEqual(map('web > db, old, new'))
  const aliased = `services: { web: { image: nginx, environment: { DB_HOST: store } }, db: { container_name: "\${NAME}" }, new: {} }`
  expect(safeChanges((await driftOf({ map: own, seen: aliased })).drift).changes.unseen.connections).toEqual([])
  const whole = await driftOf({ map: own, seen: compose('') })
  expect(applyDrift(whole.content, safeChanges(whole.drift).changes)).toEqual(map('web, db, new'))
})

it('a connection to a host in a connection string of a Compose file was seen', async () => {
  const environment = `{ ConnectionStrings__Shop: 'Server=db;Database=shop', CACHE_DSN: 'host=cache user=app' }`
  const seen = `services: { web: { environment: ${environment} }, db: {}, cache: {} }`
  const { drift } = await driftOf({ map: 'web > db, web > cache', seen })
  expect(safeChanges(drift).changes.unseen).toEqual({ services: [], connections: [] })
})

it('what manifests have besides, and what a Compose file lacks, is told', async () => {
  const pod = { spec: { containers: [{ envFrom: [{ configMapRef: { name: 'gone' } }] }] } }
  const manifests = [
    ['Deployment', 'web', { template: pod }],
    ['CronJob', 'nightly', { jobTemplate: { spec: { template: pod } } }],
    ['Job', 'import', { template: pod }],
    ['Pod', 'shell', pod.spec],
  ].map(([kind, name, spec]) => ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'shop' }, spec }))
  const owned = { ...manifests[3], metadata: { name: 'web-1', ownerReferences: [{ kind: 'ReplicaSet' }] } }
  const seen = json({ apiVersion: 'v1', kind: 'List', items: [...manifests, owned] })
  expect((await driftOf({ map: 'web', seen })).drift.leftOut).toEqual([
    '3 workloads of other kinds (CronJob nightly, Job import, Pod shell)',
    '1 source of settings that is not read (ConfigMap gone)',
  ])
  const secret = (await driftOf({ map: 'web', seen: workload('Deployment', 'web', {}) })).drift.leftOut
  expect(secret).toEqual(['1 source of settings that is not read (Secret s)'])
  const compose = 'services: { web: { depends_on: [gone] } }'
  expect((await driftOf({ map: 'web', seen: compose })).drift.leftOut).toEqual([
    '1 connection to a service that no file has (web → gone)',
  ])
})

it('a connection to an id that no service has is seen by that name, which is not in the map', async () => {
  const content = { nodes: [{ id: 'web' }], edges: [{ source: 'web', target: 'ghost' }] }
  expect((await driftOf({ map: content, seen: graph('web > ghost') })).found).toEqual(['+ ghost'])
})

it('the operations name each edge by its place among all with its ends, and no edge of a service that goes', async () => {
  const { content, drift } = await driftOf({
    map: 'a > b, a <> b, a > b, a > c, c > b, a > d',
    seen: graph('b > a, a > e, a > d'),
  })
  expect(proposeOperations(content, drift)).toEqual([
    { op: 'remove_edge', source: 'a', target: 'b', index: 2 },
    { op: 'remove_edge', source: 'a', target: 'b', index: 0 },
    { op: 'remove_node', id: 'c' },
    { op: 'add_node', node: { id: 'e' } },
    { op: 'add_edge', edge: { source: 'a', target: 'e' } },
  ])
})

it('3,000 services with twice as many connections are compared', async () => {
  const nodes = Array.from({ length: 3_000 }, (_, at) => ({ id: `service-${at}` }))
  const edges = nodes.map(({ id }, at) => ({ source: id, target: `service-${(at * 7 + 1) % 3_000}` }))
  const pairs = edges.flatMap(({ source, target }) => [
    [source.toUpperCase(), target.toUpperCase()],
    ['hub', `${target}-new`],
  ])
  const text = pairs.map(
    ([client, server]) => `traces_service_graph_request_total{client="${client}",server="${server}"} 1\n`,
  )
  const { drift } = await driftOf({ map: { nodes, edges }, seen: text.join('') })
  expect(drift.undeclared.connections.length).toBe(3_000)
})

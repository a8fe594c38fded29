import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import type { IDaemonSet } from 'kubernetes-models/apps/v1/DaemonSet'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IService } from 'kubernetes-models/v1/Service'

interface CustomObject<Kind extends string, Spec> {
  apiVersion: 'monitoring.coreos.com/v1'
  kind: Kind
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  spec: Spec
}

/** The fields that we use of https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PodMonitor */
type IPodMonitor = CustomObject<
  'PodMonitor',
  {
    selector: { matchLabels: Record<string, string> }
    podMetricsEndpoints: {
      port: string
      path: string
      interval: string
      relabelings: { action: 'replace'; targetLabel: string; replacement: string }[]
    }[]
  }
>

interface IRule {
  expr: string
  for?: string
  record?: string
  alert?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

/** The fields that we use of https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PrometheusRule */
type IPrometheusRule = CustomObject<'PrometheusRule', { groups: { name: string; rules: IRule[] }[] }>

/** Each kind of object in `infra/kubernetes`, with its type from the schemas of Kubernetes and KEDA, or as we use it. */
export type KnownManifest =
  | IConfigMap
  | IDaemonSet
  | IDeployment
  | IHorizontalPodAutoscaler
  | INetworkPolicy
  | IPodDisruptionBudget
  | IPodMonitor
  | IPrometheusRule
  | IScaledObject
  | IService

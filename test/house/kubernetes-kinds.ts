import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import type { IDaemonSet } from 'kubernetes-models/apps/v1/DaemonSet'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IService } from 'kubernetes-models/v1/Service'

/** Each kind of object in `infra/kubernetes`, with its type from the schemas of Kubernetes and KEDA. */
export type KnownManifest =
  | IConfigMap
  | IDaemonSet
  | IDeployment
  | IHorizontalPodAutoscaler
  | INetworkPolicy
  | IPodDisruptionBudget
  | IScaledObject
  | IService

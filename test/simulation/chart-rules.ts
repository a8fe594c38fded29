import type { Manifest } from '../house/helm-chart.ts'
import type { Policy, ScalingRules } from './autoscaler.ts'

/** The part of a ScaledObject that decides how many workers there are. */
interface ScaledObjectSpec {
  minReplicaCount: number
  maxReplicaCount: number
  triggers: readonly {
    metricType: 'AverageValue' | 'Value'
    metadata: { valueLocation: 'backlog' | 'oldestWaitMs'; targetValue: string }
  }[]
  advanced: { horizontalPodAutoscalerConfig: { behavior: Record<'scaleUp' | 'scaleDown', Direction> } }
}

interface Direction {
  stabilizationWindowSeconds: number
  policies: readonly Policy[]
}

/** The rules of the ScaledObject among the chart's objects: what is simulated is what is installed. */
export function readScalingRules(manifests: readonly Manifest[]): ScalingRules {
  const spec = manifests.find((it) => it.kind === 'ScaledObject')!['spec'] as ScaledObjectSpec
  return {
    minReplicas: spec.minReplicaCount,
    maxReplicas: spec.maxReplicaCount,
    triggers: spec.triggers.map(({ metricType, metadata }) => ({
      field: metadata.valueLocation,
      metricType,
      target: Number(metadata.targetValue),
    })),
    ...spec.advanced.horizontalPodAutoscalerConfig.behavior,
  }
}

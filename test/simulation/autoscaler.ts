/** How many replicas Kubernetes' autoscaler may add or remove within a period. */
export interface Policy {
  type: 'Pods' | 'Percent'
  value: number
  periodSeconds: number
}

/** What a ScaledObject has KEDA ask for, and the autoscaler that KEDA makes of it do. */
export interface ScalingRules {
  minReplicas: number
  maxReplicas: number
  /** AverageValue: one replica for each `target` of it. Value: as many times the replicas that are ready as it is times `target`. */
  triggers: readonly { field: 'backlog' | 'oldestWaitMs'; metricType: 'AverageValue' | 'Value'; target: number }[]
  scaleUp: { stabilizationWindowSeconds: number; policies: readonly Policy[] }
  scaleDown: { stabilizationWindowSeconds: number; policies: readonly Policy[] }
}

/** What the autoscaler sees. */
export interface Figures {
  backlog: number
  oldestWaitMs: number
  /** Replicas that are ready. */
  ready: number
}

export interface Autoscaler {
  readonly replicas: number
  /** Looks at the figures at `now`, in seconds, and sets the replicas. */
  look(now: number, figures: Figures): void
}

/** A metric this near to its target changes nothing: the controller manager's own default. */
const TOLERANCE = 0.1

/** The rules of autoscaling/v2: the highest of what the triggers ask for, calmed by windows, bounded by policies. */
export function createAutoscaler(rules: ScalingRules): Autoscaler {
  const { minReplicas, maxReplicas, triggers, scaleUp, scaleDown } = rules
  const wishes: { at: number; replicas: number }[] = []
  const steps: { at: number; change: number }[] = []
  let replicas = minReplicas

  /** What one trigger wants. */
  function ask({ field, metricType, target }: ScalingRules['triggers'][number], figures: Figures): number {
    const times = figures[field] / target
    const ratio = metricType === 'Value' ? times : times / replicas
    if (Math.abs(ratio - 1) <= TOLERANCE) return replicas
    return Math.ceil(metricType === 'Value' ? times * figures.ready : times)
  }

  /** The replicas at the start of a policy's period, from which it counts. */
  function before(now: number, { periodSeconds }: Policy, direction: 1 | -1): number {
    const recent = steps.filter((it) => it.at > now - periodSeconds && Math.sign(it.change) === direction)
    return replicas - recent.reduce((sum, it) => sum + it.change, 0)
  }

  function most(now: number): number {
    const limits = scaleUp.policies.map((it) => {
      const start = before(now, it, 1)
      return it.type === 'Pods' ? start + it.value : Math.ceil(start * (1 + it.value / 100))
    })
    return Math.max(...limits)
  }

  function least(now: number): number {
    const limits = scaleDown.policies.map((it) => {
      const start = before(now, it, -1)
      return it.type === 'Pods' ? start - it.value : Math.floor(start * (1 - it.value / 100))
    })
    return Math.min(...limits)
  }

  /** The least that was asked for within the window of scaling up, the most within that of scaling down. */
  function calm(now: number): number {
    const within = (seconds: number) => wishes.filter((it) => it.at >= now - seconds).map((it) => it.replicas)
    const up = Math.min(...within(scaleUp.stabilizationWindowSeconds))
    const down = Math.max(...within(scaleDown.stabilizationWindowSeconds))
    return Math.min(Math.max(replicas, up), down)
  }

  return {
    get replicas() {
      return replicas
    },
    look(now, figures) {
      const wish = Math.max(...triggers.map((it) => ask(it, figures)))
      wishes.push({ at: now, replicas: Math.min(maxReplicas, Math.max(minReplicas, wish)) })
      const wanted = calm(now)
      const next = wanted > replicas ? Math.min(wanted, most(now)) : Math.max(wanted, Math.min(replicas, least(now)))
      if (next !== replicas) steps.push({ at: now, change: next - replicas })
      replicas = next
    },
  }
}

import { describe, expect, it } from 'vitest'
import { createAutoscaler, type ScalingRules } from './autoscaler.ts'

const anyStep = {
  stabilizationWindowSeconds: 0,
  policies: [{ type: 'Percent', value: 1_000, periodSeconds: 15 }],
} as const
const rules: ScalingRules = {
  minReplicas: 2,
  maxReplicas: 20,
  triggers: [{ field: 'backlog', metricType: 'AverageValue', target: 4 }],
  scaleUp: anyStep,
  scaleDown: { ...anyStep, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
}

/** The replicas after looks at these backlogs, 15 s apart. */
function follow(rules: ScalingRules, backlogs: readonly number[], oldestWaitMs = 0): number[] {
  const autoscaler = createAutoscaler(rules)
  return backlogs.map((backlog, index) => {
    autoscaler.look(index * 15, { backlog, oldestWaitMs, ready: autoscaler.replicas })
    return autoscaler.replicas
  })
}

/** What the documentation of HorizontalPodAutoscaler says. */
describe('the autoscaler', () => {
  it('has a replica for each target of an average, within its bounds', () => {
    expect(follow(rules, [0, 13, 100, 0])).toEqual([2, 4, 20, 2])
  })

  it('has as many times the replicas as a value is times its target', () => {
    const triggers = [{ field: 'oldestWaitMs', metricType: 'Value', target: 1_000 }] as const
    expect(follow({ ...rules, triggers }, [0, 0], 2_500)).toEqual([5, 13])
  })

  it('counts only replicas that are ready as those which a value is too high for', () => {
    const triggers = [{ field: 'oldestWaitMs', metricType: 'Value', target: 1_000 }] as const
    const autoscaler = createAutoscaler({ ...rules, triggers })
    for (const now of [0, 15, 30]) autoscaler.look(now, { backlog: 0, oldestWaitMs: 2_500, ready: 2 })
    expect(autoscaler.replicas).toBe(5)
  })

  it('leaves a tenth more or less alone', () => {
    expect(follow(rules, [40, 43, 45])).toEqual([10, 10, 12])
  })

  it('follows the trigger that asks for most', () => {
    const triggers = [...rules.triggers, { field: 'oldestWaitMs', metricType: 'Value', target: 1_000 }] as const
    expect(follow({ ...rules, triggers }, [40], 2_000)).toEqual([10])
    expect(follow({ ...rules, triggers }, [4], 2_000)).toEqual([4])
  })

  it('goes down only to the most that was asked for within the window', () => {
    const scaleDown = { ...rules.scaleDown, stabilizationWindowSeconds: 30 }
    expect(follow({ ...rules, scaleDown }, [40, 24, 8, 8, 8])).toEqual([10, 10, 10, 6, 2])
  })

  it('takes the largest step that a policy allows within its period', () => {
    const scaleUp = {
      stabilizationWindowSeconds: 0,
      policies: [
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ],
    } as const
    expect(follow({ ...rules, scaleUp }, [80, 80, 80])).toEqual([6, 12, 20])
    const scaleDown = {
      stabilizationWindowSeconds: 0,
      policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
    } as const
    expect(follow({ ...rules, scaleDown }, [40, 0, 0, 0, 0, 0])).toEqual([10, 9, 9, 9, 9, 8])
  })
})

import type { ArchitectureMap } from '@maps/shared/map'
import type { Scene } from './draw/drawing.ts'
import type { Theme } from './draw/theme.ts'
import { buildScene, recolorScene, type SceneOptions } from './scene.ts'
import type { WithMeasure } from './text/measure.ts'

/** Time for which a scene is kept, in ms. Clients request the files of one map one after the other. */
const KEPT_MS = 60_000
/** Maximum number of kept scenes. */
const MAX_SCENES = 8
/** Maximum number of characters of a kept scene's map as JSON, as of 150 services. Their scene takes 0.7 MB. */
const MAX_CHARACTERS = 60_000

/** Options of scenes that are kept: pictures of two maps are not. */
type KeptOptions = Omit<SceneOptions, 'comparison'>

interface KeptScene {
  scene: Scene
  theme: Theme
  money: SceneOptions['money']
  until: number
}

/**
 * Creates a `buildScene` that keeps the scenes of recent maps. Another theme, scale or background of the same map needs no new layout: a scene of
 * 50 services takes 26 ms of processor time, another theme of it 1.3 ms.
 */
export function createSceneCache(
  withMeasure: WithMeasure,
): (map: ArchitectureMap, theme: Theme, options: KeptOptions) => Promise<Scene> {
  // In the order of their last use.
  const scenes = new Map<string, KeptScene>()

  function take(key: string, { money }: SceneOptions): KeptScene | undefined {
    const kept = scenes.get(key)
    scenes.delete(key)
    return kept && kept.money === money && kept.until > performance.now() ? kept : undefined
  }

  function keep(key: string, kept: KeptScene): void {
    scenes.set(key, kept)
    const [oldest] = scenes.keys()
    if (scenes.size > MAX_SCENES) scenes.delete(oldest!)
  }

  return async (map, theme, options) => {
    const { money } = options
    const key = keyOf(map, options)
    const kept = take(key, options)
    const scene = kept ? inTheme(kept, theme) : await buildScene(map, theme, withMeasure, options)
    if (key.length <= MAX_CHARACTERS) keep(key, { scene, theme, money, until: performance.now() + KEPT_MS })
    return scene
  }
}

/** Text that is equal for equal maps and options, but for the format of costs. Each option must be in it. */
function keyOf(map: ArchitectureMap, options: KeptOptions): string {
  const { icons, labels, groups, chips, costs, pin, view } = options
  const keyed = {
    icons,
    labels,
    groups,
    chips,
    costs,
    pin: pin && [[...pin.places], pin.lines?.axis, [...(pin.lines?.passages ?? [])]],
    view: view && [view.description, ...view.leaving],
  } satisfies Record<keyof Omit<KeptOptions, 'money'>, unknown>
  return JSON.stringify([map, keyed])
}

function inTheme({ scene, theme: own }: KeptScene, theme: Theme): Scene {
  return own === theme ? scene : recolorScene(scene, theme)
}

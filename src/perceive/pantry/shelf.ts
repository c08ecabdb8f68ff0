import { existsSync } from 'node:fs'
import { Refusal } from '../../kernel/refusal.ts'
import { MODEL_NAMES, type ModelName, type ModelState, type ModelsAt, modelFile } from '../models.ts'
import type { OperatorModels } from '../operator/weights.ts'
import { BUILD_THEM } from './fix.ts'

/** What the service knows of the models: the files themselves are the state, so a build beside it is seen at once. */
export interface Models extends ModelsAt {
  /** What an operator brought; null where there is no operator.json. */
  operator: OperatorModels | null
  states(): Record<ModelName, ModelState>
  /** Throws what a caller is to be told where one of them cannot be used now. */
  need(...names: ModelName[]): ModelsAt
}

const ASK_AGAIN_S = 15

export function shelf(
  folder: string,
  isBuilding: (name: ModelName) => boolean,
  operator: OperatorModels | null = null,
): Models {
  const stateOf = (name: ModelName): ModelState => {
    if (existsSync(modelFile({ folder }, name))) return 'ready'
    return isBuilding(name) ? 'building' : 'not_built'
  }
  const inState = (names: ModelName[], state: ModelState) => names.filter((name) => stateOf(name) === state)
  return {
    folder,
    operator,
    states: () => Object.fromEntries(MODEL_NAMES.map((name) => [name, stateOf(name)])) as Record<ModelName, ModelState>,
    need(...names) {
      const missing = inState(names, 'not_built')
      if (missing.length > 0)
        throw new Refusal('model_not_built', `not built on this host: ${missing.join(', ')}`, {
          detail: { models: missing },
          fix: BUILD_THEM,
        })
      const building = inState(names, 'building')
      if (building.length > 0)
        throw new Refusal('model_building', `still being built: ${building.join(', ')}`, {
          detail: { models: building },
          retryAfterS: ASK_AGAIN_S,
          fix: { do: 'Send the same request again after the seconds that Retry-After names.' },
        })
      return { folder }
    },
  }
}

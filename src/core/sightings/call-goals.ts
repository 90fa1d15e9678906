import { z } from 'zod'
import { CallGoal, noGoal } from '../../contract/call-figures.ts'
import type { ConnectionRegion } from '../../contract/connection-region.ts'
import { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { createSavedValues } from '../database/settings.ts'

const settingName = 'sightings.goals'
/** Of all connections and regions together. */
const together = 'all'

type Goals = Readonly<Record<string, CallGoal>>

/** The goals of calls: one for each connection and region, and one for all of them together. */
export type CallGoals = ReturnType<typeof createCallGoals>

export function createCallGoals(database: Database) {
  const saved = createSavedValues<{ goals: Goals }>(database, settingName, {
    schema: z.object({ goals: z.record(z.string(), CallGoal) }),
    defaults: { goals: {} },
  })
  const keyOf = ([scope, ...others]: readonly ConnectionRegion[]): string =>
    scope && others.length === 0 ? scopeKey(scope) : together
  const get = (scopes: readonly ConnectionRegion[]): CallGoal => saved.get().goals[keyOf(scopes)] ?? noGoal

  return {
    /** Of the connections and regions that a report is about. */
    get,
    /** Gives the goal from before. */
    set(scopes: readonly ConnectionRegion[], goal: CallGoal): CallGoal {
      const before = get(scopes)
      saved.set({ goals: { ...saved.get().goals, [keyOf(scopes)]: goal } })
      return before
    },
    forgetConnection(connectionId: string): void {
      const forgotten = new Set(Region.options.map((region) => scopeKey({ connectionId, region })))
      const kept = Object.entries(saved.get().goals).filter(([key]) => !forgotten.has(key))
      saved.set({ goals: Object.fromEntries(kept) })
    },
  }
}

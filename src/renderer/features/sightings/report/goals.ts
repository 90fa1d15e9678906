import { CallGoal, goalCounts, type GoalKey, goalsOfDays } from '../../../../contract/call-figures.ts'
import type { CallReport } from '../../../../contract/sightings.ts'
import { readAmount } from '../../../ui/typed-values.ts'

/** The typed goal; null when a field is no number. `wrong`: those fields. Nothing typed is no goal. */
export function readGoal(
  typed: Readonly<Record<GoalKey, string>>,
  per: CallGoal['per'],
): { readonly goal: CallGoal | null; readonly wrong: readonly GoalKey[] } {
  const read = CallGoal.safeParse({ calls: readAmount(typed.calls), appraisals: readAmount(typed.appraisals), per })
  if (read.success) return { goal: read.data, wrong: [] }
  const paths = read.error.issues.map(({ path }) => path[0])
  return { goal: null, wrong: goalCounts.map(({ key }) => key).filter((key) => paths.includes(key)) }
}

/** What is done of a goal. `people`: whole people who reached theirs, of all who are in the report. */
export interface GoalProgressLine {
  readonly key: GoalKey
  readonly counts: 'figures' | 'people'
  readonly done: number
  readonly wanted: number
  readonly perWeek: number
  /** Of the period, for the dealership or for each person. */
  readonly goal: number
}

/** The goals of a report as lines; none without a goal. */
export function progressOf({ goal, total, people, days }: CallReport): readonly GoalProgressLine[] {
  const ofPeriod = goalsOfDays(goal, days.length)
  return goalCounts.flatMap(({ key, figure }): readonly GoalProgressLine[] => {
    const [perWeek, wanted] = [goal[key], ofPeriod[figure]]
    if (perWeek === null || wanted === null) return []
    const own = { key, perWeek, goal: wanted }
    if (goal.per === 'dealership') return [{ ...own, counts: 'figures', done: total[figure], wanted }]
    const named = people.filter(({ person }) => person !== null)
    const done = named.filter((each) => each[figure] >= wanted).length
    return [{ ...own, counts: 'people', done, wanted: named.length }]
  })
}

import { z } from 'zod'

const count = z.number().int()

/** What the calls of a week or month came to. `callFigures` below defines each number. */
export const CallFigures = z.object({
  spotted: count,
  called: count,
  reached: count,
  booked: count,
  offered: count,
  bought: count,
})
export type CallFigures = z.infer<typeof CallFigures>

export interface FigureDefinition {
  readonly key: keyof CallFigures | 'conversion'
  readonly label: string
  /** Shown as help, and what `core/sightings/call-report.ts` counts. */
  readonly definition: string
}

/** The numbers of the report with their definitions, in the order of its columns. */
export const callFigures: readonly FigureDefinition[] = [
  {
    key: 'spotted',
    label: 'Sightings',
    definition: 'Past customers’ cars that were seen for sale for the first time. Not counted by person.',
  },
  { key: 'called', label: 'Calls', definition: 'Recorded calls, answered or not. Each call counts.' },
  {
    key: 'reached',
    label: 'Reached',
    definition: 'Cars whose owner was spoken to: any call outcome but no answer, voicemail and wrong number.',
  },
  { key: 'booked', label: 'Booked', definition: 'Cars with an appraisal booked.' },
  { key: 'offered', label: 'Offers', definition: 'Cars with an offer made.' },
  { key: 'bought', label: 'Bought', definition: 'Cars that were bought or traded in.' },
  { key: 'conversion', label: 'Conversion', definition: 'Bought cars as a share of the cars reached.' },
]

/** Those that are counted by person: nobody is credited with a sighting. */
export const figuresByPerson = callFigures.filter(({ key }) => key !== 'spotted')

/** Whole percent; null when nobody was reached. */
export function conversionPercent({ reached, bought }: Pick<CallFigures, 'reached' | 'bought'>): number | null {
  return reached === 0 ? null : Math.round((bought / reached) * 100)
}

const goal = z.number().int().min(1).max(100_000).nullable()

/** What is wanted in a week, from the dealership together or from each person. Null: no goal. */
export const CallGoal = z.object({ calls: goal, appraisals: goal, per: z.enum(['dealership', 'person']) })
export type CallGoal = z.infer<typeof CallGoal>

export const noGoal: CallGoal = { calls: null, appraisals: null, per: 'dealership' }

/** The goals, each with the figure that it is for. */
export const goalCounts = [
  { key: 'calls', figure: 'called' },
  { key: 'appraisals', figure: 'booked' },
] as const
export type GoalKey = (typeof goalCounts)[number]['key']

export const hasGoal = (wanted: CallGoal): boolean => goalCounts.some(({ key }) => wanted[key] !== null)

/** The part of a weekly goal that falls on so many days: 60 a week are 257 in a month of 30 days. Null: no goal. */
export function goalOfDays(perWeek: number | null, days: number): number | null {
  return perWeek === null ? null : Math.round((perWeek * days) / 7)
}

/** The goal of each figure that has one, for so many days. */
export const goalsOfDays = (wanted: CallGoal, days: number): Record<'called' | 'booked', number | null> => ({
  called: goalOfDays(wanted.calls, days),
  booked: goalOfDays(wanted.appraisals, days),
})

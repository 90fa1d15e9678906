import { expect, it } from 'vitest'
import { type CallGoal, noGoal } from '../../../../../../src/contract/call-figures.ts'
import type { CallReport } from '../../../../../../src/contract/sightings.ts'
import { progressOf, readGoal } from '../../../../../../src/renderer/features/sightings/report/goals.ts'
import { reportText } from '../../../../../../src/renderer/features/sightings/report/report-text.ts'

const none = { called: 0, reached: 0, booked: 0, offered: 0, bought: 0 }
const person = (name: string, called: number) => ({ ...none, called, person: { id: name, name } })

const report = (goal: CallGoal, days = 7): CallReport => ({
  from: '2026-11-16',
  to: '2026-11-22',
  total: { ...none, spotted: 0, called: 34, booked: 3 },
  days: Array.from({ length: days }, () => ({ ...none, spotted: 0, date: '2026-11-16' })),
  people: [person('Jo', 24), person('Sam', 10), { ...none, called: 99, person: null }],
  goal,
})
const sentences = (goal: CallGoal, days?: number): string[] =>
  progressOf(report(goal, days)).map((line) => reportText.goal.progress(line, 'this week'))

it('counts towards the goal of the dealership, and whole people towards a goal for each', () => {
  expect(sentences({ calls: 60, appraisals: 8, per: 'dealership' })).toEqual([
    '34 of 60 calls this week',
    '3 of 8 appraisals this week',
  ])
  expect(sentences({ calls: 20, appraisals: null, per: 'person' })).toEqual([
    '1 of 2 people reached 20 calls this week',
  ])
  expect(sentences(noGoal)).toEqual([])
})

it('takes the part of a weekly goal that falls on a month', () => {
  expect(progressOf(report({ calls: 60, appraisals: null, per: 'dealership' }, 30))[0]).toMatchObject({
    wanted: 257,
    perWeek: 60,
  })
})

it('reads typed goals, none for nothing, and says which are not numbers', () => {
  expect(readGoal({ calls: '1,200', appraisals: ' ' }, 'person').goal).toEqual({
    calls: 1_200,
    appraisals: null,
    per: 'person',
  })
  expect(readGoal({ calls: '0', appraisals: 'many' }, 'person')).toEqual({ goal: null, wrong: ['calls', 'appraisals'] })
})

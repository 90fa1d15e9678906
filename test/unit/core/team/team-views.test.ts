import { describe, expect, it } from 'vitest'
import { teamWork } from '../../../../src/contract/team.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { subjectOf } from '../../../../src/core/team/log/subject.ts'
import type { LogEntry } from '../../../../src/core/team/log/entry.ts'
import { carWork } from '../../../../src/core/team/team-views.ts'
import { sampleContents, teamCar } from './sample-entries.ts'
import { createPc } from './team-harness.ts'

const now = Date.UTC(2026, 10, 23, 1)
const [pc, other] = [createPc('Front desk'), createPc('Back office')]
const car = teamCar('7')
const written: LogEntry[] = []
const write = (from: typeof pc, content: TeamContent, name: string | null, seconds: number): void => {
  const by = name === null ? null : { id: `${name} on ${from.device}`, name }
  const at = [now + seconds * 1_000, 0] as const
  written.push(from.entry(written.filter(({ device }) => device === from.device).length + 1, content, { at, by }))
}
const outcome = (customerId: string, code: 'bought' | 'no_answer'): TeamContent => ({
  kind: 'outcome',
  data: { ...sampleContents[0].data, car: teamCar(customerId), outcome: code },
})
write(pc, { kind: 'assignment', data: { car, to: { id: 's', name: 'Sam Lee' } } }, 'Alex', 0)
write(pc, outcome('7', 'no_answer'), 'Alex', 1)
write(other, outcome('7', 'bought'), 'alex', 2)
write(other, outcome('8', 'no_answer'), 'Sam Lee', 3)
write(other, outcome('8', 'no_answer'), null, 4)
write(other, { kind: 'note', data: { car, text: 'Wants a ute' } }, 'Sam Lee', 5)
write(other, { kind: 'lock', data: { car, seconds: 60 } }, 'Sam Lee', 6)

const log = {
  entriesOf: (subject: string) =>
    written.filter((entry) => subjectOf(entry) === subject).map((entry) => ({ entry, arrivedAtMs: entry.at[0] })),
}

describe('a car', () => {
  it('shows outcomes and notes of all PCs, who it is assigned to, and who is calling', () => {
    const work = carWork(log, car, { device: pc.device, nowMs: now + 30_000 })
    const state = { ...work, pcNames: {}, syncedAt: null, waiting: 0 }
    expect(teamWork.car.output.parse({ work: state })).toEqual({ work: state })
    expect(work.outcomes.map((each) => [each.outcome, each.person?.name])).toEqual([
      ['bought', 'alex'],
      ['no_answer', 'Alex'],
    ])
    expect(work.notes.map(({ text }) => text)).toEqual(['Wants a ute'])
    expect(work.assignedTo?.name).toBe('Sam Lee')
    expect(work.lock).toMatchObject({ by: { name: 'Sam Lee' }, until: '2026-11-23T01:01:06.000Z', isThisPc: false })
    expect(carWork(log, car, { device: other.device, nowMs: now + 30_000 }).lock?.isThisPc).toBe(true)
  })
  it('is free when the lock has expired', () => {
    expect(carWork(log, car, { device: pc.device, nowMs: now + 66_000 }).lock).toBeNull()
  })
  it('that nobody has worked on has nothing', () => {
    const nothing = { outcomes: [], notes: [], assignedTo: null, lock: null }
    expect(carWork(log, teamCar('9'), { device: pc.device, nowMs: now })).toEqual(nothing)
  })
})

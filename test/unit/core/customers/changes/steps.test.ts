import { expect, it, onTestFinished } from 'vitest'
import { createChangeLedger } from '../../../../../src/core/customers/changes/change-ledger.ts'
import { systemClock } from '../../../../../src/core/ports/clock.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { scope } from '../customers-bench.ts'

function openSteps() {
  const database = openMemory()
  onTestFinished(() => database.close())
  const { record, discard, edits, steps } = createChangeLedger(database, systemClock)
  const add = (group: string, customerId: string, isStep = true): void => {
    const edit = { customerId, field: 'clientName', value: 'Ben', shown: 'Ann', before: 'Ann' } as const
    const step = isStep ? ({ kind: 'edit-many' } as const) : null
    record(scope, { ...edit, clientName: null, conflict: null, group: { id: group, step } })
  }
  const drop = (id: string): void => discard(edits.findByField(scope, id, 'clientName')!)
  const size = () => steps.last(scope)?.size ?? 0
  return { database, steps, add, drop, size }
}

it('goes on with the rest of a bulk edit after an undo that was interrupted', () => {
  const { steps, add, drop, size } = openSteps()
  add('earlier', 'a')
  for (const id of ['a', 'b', 'c', 'd']) add('bulk', id)
  drop('d')
  expect(steps.last(scope)).toEqual({ group: 'bulk', kind: 'edit-many', size: 3 })
  expect(steps.undoable('bulk', 2).map(({ customerId }) => customerId)).toEqual(['c', 'b'])
  for (const change of steps.undoable('bulk', 2)) {
    steps.markUndone(change)
    add('undo', change.customerId, false)
  }
  expect(size()).toBe(1)
  steps.undoable('bulk', 2).forEach(steps.markUndone)
  expect(steps.last(scope)).toMatchObject({ group: 'earlier', size: 1 })
  expect(steps.undoable('bulk', 2)).toEqual([])
})

it('counts what can be undone after undos, redos, discards and rollbacks', () => {
  const { database, steps, add, drop, size } = openSteps()
  for (const id of ['a', 'b']) add('bulk', id)
  const [second, first] = steps.undoable('bulk', 2)
  expect(second).toMatchObject({ customerId: 'b', before: 'Ann', after: 'Ben' })
  steps.markUndone(first!)
  expect(size()).toBe(1)
  steps.markRedone(first!)
  expect(size()).toBe(1)
  drop('b')
  expect(size()).toBe(0)
  expect(() =>
    database.transaction(() => {
      add('bulk', 'c')
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(size()).toBe(0)
})

import { expect, it, onTestFinished } from 'vitest'
import { createChangeJournal } from '../../../../../src/core/customers/journal/change-journal.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { scope } from '../customers-bench.ts'

it('goes on with the rest of a bulk edit after an undo that was interrupted', () => {
  const database = openMemory()
  onTestFinished(() => database.close())
  const journal = createChangeJournal(database)
  const add = (group: string, customerId: string, undoOf: string | null = null): number =>
    journal.add(scope, {
      group,
      customerId,
      kind: 'edited',
      field: 'clientName',
      before: 'Ann',
      after: 'Ben',
      at: '2026-11-20T00:00:00.000Z',
      state: 'done',
      undoOf,
    })
  add('earlier', 'a')
  const bulk = ['a', 'b', 'c', 'd'].map((id) => add('bulk', id))
  journal.setState(bulk[3] ?? 0, 'dropped')
  expect(journal.countUndoable('bulk')).toBe(3)
  expect(journal.undoable('bulk', 2).map(({ customerId }) => customerId)).toEqual(['c', 'b'])
  for (const { number, customerId } of journal.undoable('bulk', 2)) {
    journal.markUndone(number)
    add('undo', customerId, 'bulk')
  }
  expect(journal.countUndoable('bulk')).toBe(1)
  for (const { number } of journal.undoable('bulk', 2)) journal.markUndone(number)
  expect([journal.countUndoable('earlier'), journal.undoable('bulk', 2)]).toEqual([1, []])
})

import { expect, it, onTestFinished } from 'vitest'
import { createChangeJournal } from '../../../../../src/core/customers/journal/change-journal.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { scope } from '../customers-bench.ts'

function openJournal() {
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
  return { database, journal, add }
}

it('goes on with the rest of a bulk edit after an undo that was interrupted', () => {
  const { journal, add } = openJournal()
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

it('counts what can be undone after undos, redos, discards and rollbacks', () => {
  const { database, journal, add } = openJournal()
  const [first, second] = [add('bulk', 'a'), add('bulk', 'b')]
  journal.markUndone(first)
  expect(journal.countUndoable('bulk')).toBe(1)
  journal.markRedone(first)
  expect(journal.countUndoable('bulk')).toBe(1)
  journal.setState(second, 'dropped')
  expect(journal.countUndoable('bulk')).toBe(0)
  expect(() =>
    database.transaction(() => {
      add('bulk', 'c')
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(journal.countUndoable('bulk')).toBe(0)
})

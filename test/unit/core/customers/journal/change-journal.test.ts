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

it('counts what can be undone as the table has it, after additions, undos, redos, discards and rollbacks', () => {
  const { database, journal, add } = openJournal()
  const isCounted = (group: string): void => {
    // A new journal has counted nothing.
    expect(journal.countUndoable(group)).toBe(createChangeJournal(database).countUndoable(group))
  }
  const first = add('bulk', 'a')
  isCounted('bulk')
  const second = add('bulk', 'b')
  isCounted('bulk')
  journal.markUndone(first)
  isCounted('bulk')
  journal.markRedone(first)
  isCounted('bulk')
  journal.setState(second, 'dropped')
  isCounted('bulk')
  add('other', 'a')
  isCounted('bulk')
  isCounted('other')
  expect(() =>
    database.transaction(() => {
      add('other', 'b')
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  isCounted('other')
  expect(journal.countUndoable('other')).toBe(1)
  journal.forgetConnection(scope.connectionId)
  isCounted('other')
})

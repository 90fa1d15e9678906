import { expect, it, onTestFinished } from 'vitest'
import { createChangeLedger } from '../../../../../src/core/customers/changes/change-ledger.ts'
import { systemClock } from '../../../../../src/core/ports/clock.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { scope } from '../customers-bench.ts'

function openLedger() {
  const database = openMemory()
  onTestFinished(() => database.close())
  const ledger = createChangeLedger(database, systemClock)
  const put = (customerId: string, field: 'clientName' | 'mobileNumber', value: string | null): void =>
    ledger.record(scope, {
      customerId,
      field,
      value,
      shown: null,
      before: null,
      clientName: 'José Hart',
      conflict: null,
      group: { id: 'group', step: null },
    })
  const names = (): unknown[] =>
    ledger.edits.all(scope).map(({ customerId, field, clientName }) => [customerId, field, clientName])
  return { ledger, put, names }
}

it('names the customer of an edit as the list shows it, with a name that is being saved', () => {
  const { put, names } = openLedger()
  put('1', 'clientName', 'Liam Lee')
  put('1', 'mobileNumber', '0512345678')
  put('2', 'mobileNumber', '0512345678')
  expect(names()).toEqual([
    ['1', 'clientName', 'José Hart'],
    ['1', 'mobileNumber', 'Liam Lee'],
    ['2', 'mobileNumber', 'José Hart'],
  ])
})

it('changes it when the name is changed later', () => {
  const { put, names } = openLedger()
  put('1', 'mobileNumber', '0512345678')
  put('1', 'clientName', 'Liam Lee')
  put('1', 'clientName', 'Liam Lee-Martin')
  expect(names()).toEqual([
    ['1', 'mobileNumber', 'Liam Lee-Martin'],
    ['1', 'clientName', 'José Hart'],
  ])
})

it('keeps the earlier name when a name was refused', () => {
  const { ledger, put, names } = openLedger()
  put('1', 'clientName', '')
  ledger.refuse(ledger.edits.all(scope)[0]!, { kind: 'invalid-input', message: 'Refused' })
  put('1', 'mobileNumber', '0512345678')
  expect(names()).toContainEqual(['1', 'mobileNumber', 'José Hart'])
})

it('keeps the id, the place and the sent values of an edit when its value is replaced', () => {
  const { ledger, put } = openLedger()
  put('1', 'clientName', 'Ann')
  put('2', 'clientName', 'Ben')
  const [first] = ledger.edits.all(scope)
  ledger.markSent(first!)
  put('1', 'clientName', 'Anne')
  const edits = ledger.edits.all(scope)
  expect(edits.map(({ customerId, value, sent }) => [customerId, value, sent])).toEqual([
    ['1', 'Anne', ['Ann']],
    ['2', 'Ben', []],
  ])
  expect(edits[0]!.id).toBe(first!.id)
  expect(ledger.edits.isCurrent(first!)).toBe(false)
})

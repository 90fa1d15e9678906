import { expect, it, onTestFinished } from 'vitest'
import { createEditJournal } from '../../../../../src/core/customers/journal/edit-journal.ts'
import { openDatabase } from '../../../../../src/core/database/database.ts'

const scope = { connectionId: 'c1', region: 'au' } as const

function journal() {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  onTestFinished(() => database.close())
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
  )
  const edits = createEditJournal(database)
  const put = (customerId: string, field: 'clientName' | 'mobileNumber', value: string | null): void =>
    edits.put(scope, {
      customerId,
      field,
      value,
      before: null,
      clientName: 'José Hart',
      changeNumber: null,
      conflict: null,
    })
  const names = (): unknown[] =>
    edits.all(scope).map(({ customerId, field, clientName }) => [customerId, field, clientName])
  return { edits, put, names }
}

it('names the customer of an edit as the list shows it, with a name that is being saved', () => {
  const { put, names } = journal()
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
  const { put, names } = journal()
  put('1', 'mobileNumber', '0512345678')
  put('1', 'clientName', 'Liam Lee')
  put('1', 'clientName', 'Liam Lee-Martin')
  expect(names()).toEqual([
    ['1', 'mobileNumber', 'Liam Lee-Martin'],
    ['1', 'clientName', 'José Hart'],
  ])
})

it('keeps the earlier name when a name was refused', () => {
  const { edits, put, names } = journal()
  put('1', 'clientName', '')
  const [name] = edits.all(scope)
  edits.setFailed(name?.id ?? '', { kind: 'invalid-input', message: 'Refused' }, null)
  put('1', 'mobileNumber', '0512345678')
  expect(names()).toContainEqual(['1', 'mobileNumber', 'José Hart'])
})

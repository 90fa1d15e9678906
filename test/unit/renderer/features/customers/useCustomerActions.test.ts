import { describe, expect, test } from 'vitest'
import type { CustomerSelection } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { actionMs, createToasts, holdMs } from '../../../../../src/renderer/ui/useToasts.ts'
import { useCustomerActions } from '../../../../../src/renderer/features/customers/useCustomerActions.ts'
import { useCustomerColumns } from '../../../../../src/renderer/features/customers/useCustomerColumns.ts'
import { useCustomers } from '../../../../../src/renderer/features/customers/useCustomers.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

twin.answer('customers.list', () => success({ total: 1, customers: [customer('a')] }))
twin.answer('customers.setColumns', () => success({}))

function openActions(agrees = true) {
  const confirmations: Confirmation[] = []
  const toasts = createToasts()
  const actions = withinScope(
    () =>
      useCustomerActions(
        useCustomers(() => 'au'),
        useCustomerColumns(
          () => null,
          () => 'au',
        ),
        (action, records) => (records < 3 ? null : `Few calls for ${action} of ${records}.`),
      ),
    { client, toasts, answer: (question) => confirmations.push(question) > 0 && agrees },
  )
  return { actions, confirmations, toasts }
}

const three: CustomerSelection = { by: 'ids', ids: ['a', 'b', 'c'] }

describe('changing many customers', () => {
  test('reports how many were changed, unchanged and refused, with Undo in the notice', async () => {
    const { actions, toasts } = openActions()
    twin.answer('customers.nextUndo', () => success({ customers: 1, step: 'g', redo: 0 }))
    twin.answer('customers.editMany', () =>
      success({
        group: 'g',
        changed: 1,
        unchanged: 1,
        refused: [{ id: 'c', reason: 'That is no date.' }],
        forbidden: 1,
      }),
    )
    expect(await actions.change(three, { do: 'move-date', field: 'expiryDate', years: 1, months: 0 })).toBe(true)
    const [toast] = toasts.shown.value
    expect(toast?.text).toBe(
      '1 customer changed; 1 customer unchanged; 1 customer not changed: That is no date. 1 customer becomes Do Not Contact: the new number is marked.',
    )
    twin.answer('customers.undo', () => success({ undone: 'Undone. Name changed back to Anna.' }))
    twin.answer('customers.nextUndo', () => success({ customers: 1, step: 'of an import', redo: 0 }))
    toast?.action?.run()
    await settled()
    expect(twin.inputsOf('customers.undo').at(-1)).toEqual({ step: 'g' })
    expect(toasts.shown.value.at(-1)?.text).toBe('Undone. Name changed back to Anna.')
  })

  test('shows the failure of the change', async () => {
    const { actions, toasts } = openActions()
    twin.answer('customers.editMany', () => failure({ kind: 'storage-locked', message: 'The data is locked.' }))
    expect(await actions.change(three, { do: 'set', field: 'saleDate', value: '' })).toBe(false)
    expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'The data is locked.' }])
    expect(actions.isChanging.value).toBe(false)
  })
})

describe('deleting customers', () => {
  const names = ['Ann', 'Ben', 'Cho']

  test('calls the program only after a confirmation with names and count', async () => {
    const before = twin.inputsOf('customers.delete').length
    const refusing = openActions(false)
    expect(await refusing.actions.remove({ selection: three, count: 3, names })).toBe(false)
    expect(refusing.confirmations).toMatchObject([{ title: 'Delete 3 customers?', names }])
    expect(twin.inputsOf('customers.delete')).toHaveLength(before)

    const agreeing = openActions()
    twin.answer('customers.delete', () => success({ deleting: 3 }))
    expect(await agreeing.actions.remove({ selection: three, count: 3, names })).toBe(true)
    expect(twin.inputsOf('customers.delete').at(-1)).toEqual({ selection: three, holdMs })
    expect(agreeing.toasts.shown.value.at(-1)?.text).toBe(
      'Deleting 3 customers. Undo now to keep the records, or restore them later from the bin as new ones.',
    )
    // Undo keeps the records for as long as the notice says so.
    expect(agreeing.toasts.shown.value.at(-1)?.action?.endsMs).toBe(actionMs)
    expect(holdMs).toBeGreaterThan(actionMs)
  })
})

test('undo asks first when the service accepts fewer calls than it needs', async () => {
  twin.answer('customers.nextUndo', () => success({ customers: 3, step: 'g', redo: 0 }))
  twin.answer('customers.undo', () => success({ undone: 'Undone.' }))
  const before = twin.inputsOf('customers.undo').length
  const refusing = openActions(false)
  await refusing.actions.undo()
  expect(refusing.confirmations).toMatchObject([
    { title: 'Undo the change of 3 customers?', text: 'Few calls for edit of 3.' },
  ])
  expect(twin.inputsOf('customers.undo')).toHaveLength(before)
  await openActions().actions.undo()
  expect(twin.inputsOf('customers.undo')).toHaveLength(before + 1)

  // Enough calls: no question.
  twin.answer('customers.nextUndo', () => success({ customers: 2, step: 'g', redo: 0 }))
  const enough = openActions(false)
  await enough.actions.undo()
  expect(enough.confirmations).toEqual([])
  expect(twin.inputsOf('customers.undo')).toHaveLength(before + 2)
})

test('undo reports when there is nothing to undo', async () => {
  const { actions, toasts } = openActions()
  twin.answer('customers.nextUndo', () => success({ customers: 0, step: null, redo: 0 }))
  twin.answer('customers.undo', () => success({ undone: null }))
  await actions.undo()
  expect(toasts.shown.value.at(-1)?.text).toBe('Nothing to undo.')
})

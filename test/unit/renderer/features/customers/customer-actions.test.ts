import { effectScope } from 'vue'
import { afterEach, describe, expect, test } from 'vitest'
import type { CustomerSelection } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { installHostTwin, settled } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useCustomerActions } = await import('../../../../../src/renderer/features/customers/useCustomerActions.ts')
const { useCustomerColumns } = await import('../../../../../src/renderer/features/customers/useCustomerColumns.ts')
const { useCustomers } = await import('../../../../../src/renderer/features/customers/useCustomers.ts')

twin.answer('customers.list', () => success({ total: 1, customers: [customer('a')] }))
twin.answer('customers.setColumns', () => success({}))

const scopes: ReturnType<typeof effectScope>[] = []
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.stop()
})

function atWork(agrees = true) {
  const scope = effectScope()
  scopes.push(scope)
  const asked: Confirmation[] = []
  const toasts = createToasts()
  const actions = scope.run(() =>
    useCustomerActions(
      useCustomers(() => 'au'),
      useCustomerColumns(
        () => null,
        () => 'au',
      ),
      async (question) => asked.push(question) > 0 && agrees,
      toasts,
    ),
  )
  if (!actions) throw new Error('The scope ran nothing.')
  return { actions, asked, toasts }
}

const three: CustomerSelection = { by: 'ids', ids: ['a', 'b', 'c'] }

describe('a change of many', () => {
  test('says what became of each, and can be undone from its notice', async () => {
    const { actions, toasts } = atWork()
    twin.answer('customers.editMany', () =>
      success({ group: 'g', changed: 1, unchanged: 1, refused: [{ id: 'c', reason: 'That is no date.' }] }),
    )
    expect(await actions.change(three, { do: 'move-date', field: 'expiryDate', years: 1, months: 0 })).toBe(true)
    const [toast] = toasts.shown.value
    expect(toast?.text).toBe('1 customer changed; 1 customer left as it was; 1 customer not changed: That is no date.')
    twin.answer('customers.undo', () => success({ undone: 'Undone. Name changed back to Anna.' }))
    toast?.action?.run()
    await settled()
    expect(toasts.shown.value.at(-1)?.text).toBe('Undone. Name changed back to Anna.')
  })

  test('that was not taken says why', async () => {
    const { actions, toasts } = atWork()
    twin.answer('customers.editMany', () => failure({ kind: 'storage-locked', message: 'The data is locked.' }))
    expect(await actions.change(three, { do: 'set', field: 'saleDate', value: '' })).toBe(false)
    expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'The data is locked.' }])
    expect(actions.busy.value).toBeNull()
  })
})

describe('a deletion', () => {
  const names = ['Ann', 'Ben', 'Cho']

  test('is asked for by name and count, and given on only when she agrees', async () => {
    const before = twin.inputsOf('customers.delete').length
    const refusing = atWork(false)
    expect(await refusing.actions.remove({ selection: three, count: 3, names })).toBe(false)
    expect(refusing.asked).toMatchObject([{ title: 'Delete 3 customers?', names }])
    expect(twin.inputsOf('customers.delete')).toHaveLength(before)

    const agreeing = atWork()
    twin.answer('customers.delete', () => success({ deleting: 3 }))
    expect(await agreeing.actions.remove({ selection: three, count: 3, names })).toBe(true)
    expect(twin.inputsOf('customers.delete').at(-1)).toEqual({ selection: three })
    expect(agreeing.toasts.shown.value.at(-1)?.text).toBe('3 customers are being deleted and go into the bin.')
  })
})

test('nothing to undo is said, too', async () => {
  const { actions, toasts } = atWork()
  twin.answer('customers.undo', () => success({ undone: null }))
  await actions.undo()
  expect(toasts.shown.value.at(-1)?.text).toBe('Nothing to undo.')
})

import { shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import { type Failure, failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import type { CustomerEdits, UnsavedEdit } from '../../../../../src/renderer/features/customers/useCustomerEdits.ts'
import { useUnsavedChanges } from '../../../../../src/renderer/features/customers/useUnsavedChanges.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { customer } from './sample-customer.ts'
import { withinScope } from '../../within-scope.ts'

const edit: UnsavedEdit = {
  editId: 'e1',
  customerId: 'c',
  clientName: 'Priya Raman',
  field: 'clientName',
  value: 'Mine',
  before: 'Before',
  elsewhere: 'Theirs',
  state: 'conflict',
  failure: null,
  hidden: false,
}

function unsavedChanges(answer: Result<Customer> = success(customer('c'))) {
  const twin = createProgramClientTwin()
  const on = {
    failed: vi.fn<(failure: Failure) => void>(),
    changed: vi.fn<() => Promise<unknown>>(async () => undefined),
  }
  const edits = {
    unsaved: shallowRef([edit]),
    retry: vi.fn<CustomerEdits['retry']>(async () => answer),
    discard: vi.fn<CustomerEdits['discard']>(async () => answer),
  }
  return { twin, on, edits, changes: withinScope(() => useUnsavedChanges(edits, on), twin) }
}

it('opens the conflict of an edit, and nothing for an edit that is gone', () => {
  const { changes } = unsavedChanges()
  changes.compare('e1')
  expect(changes.conflict.value).toEqual(edit)
  changes.closeConflict()
  changes.compare('e2')
  expect(changes.conflict.value).toBeNull()
})

it('keeps the value of the user by an overwrite, and that of the others by discarding the edit', async () => {
  const { changes, edits } = unsavedChanges()
  changes.compare('e1')
  await changes.resolve(edit, 'mine')
  expect(edits.retry).toHaveBeenCalledWith('e1', true)
  expect(changes.conflict.value).toBeNull()
  await changes.resolve(edit, 'theirs')
  expect(edits.discard).toHaveBeenCalledWith('e1')
})

it('leaves the dialog open when the choice could not be stored', async () => {
  const { changes, on } = unsavedChanges(failure({ kind: 'disk-full', message: 'The disk is full.' }))
  changes.compare('e1')
  await changes.resolve(edit, 'mine')
  expect(on.failed).toHaveBeenCalledWith(expect.objectContaining({ kind: 'disk-full' }))
  expect(changes.conflict.value).toEqual(edit)
  expect(changes.resolving.value).toBe(false)
})

it('reads the state again after refused deletions were retried', async () => {
  const { twin, changes, on } = unsavedChanges()
  const retrying = changes.retryDeletions()
  await twin.next('customers.retryDeletions').fail({ kind: 'offline', message: 'You’re offline.' })
  await retrying
  expect(on.failed).toHaveBeenCalledWith(expect.objectContaining({ kind: 'offline' }))
  expect(on.changed).toHaveBeenCalledOnce()
})

import { expect, it, vi } from 'vitest'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import { useContactPermission } from '../../../../../src/renderer/features/customers/useContactPermission.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'

function permission(confirmed: boolean) {
  const twin = createProgramClientTwin({
    'customers.setDoNotContact': ({ id, doNotContact }) => customer(id, { doNotContact }),
  })
  const toasts = createToasts()
  const changed = vi.fn<(customer: Customer) => void>()
  const value = withinScope(() =>
    useContactPermission(twin.client, { confirm: async () => confirmed, toasts, changed }),
  )
  return { twin, toasts, changed, permission: value }
}

it('marks a person at once, and the notice undoes it', async () => {
  const { twin, toasts, changed, permission: contact } = permission(false)
  await contact.forbid(customer('c'))
  expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ doNotContact: true }))
  const [toast] = toasts.shown.value
  expect(toast?.text).toBe('Priya Raman is marked Do Not Contact. The number is hidden.')
  toast?.action?.run()
  await vi.waitFor(() => expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ doNotContact: false })))
  expect(twin.calls.map(({ input }) => input)).toEqual([
    { id: 'c', doNotContact: true },
    { id: 'c', doNotContact: false },
  ])
})

it('allows contact only after a confirmation', async () => {
  const refused = permission(false)
  await refused.permission.allow(customer('c', { doNotContact: true }))
  expect(refused.twin.calls).toEqual([])
  const agreed = permission(true)
  await agreed.permission.allow(customer('c', { doNotContact: true }))
  expect(agreed.twin.calls.map(({ input }) => input)).toEqual([{ id: 'c', doNotContact: false }])
})

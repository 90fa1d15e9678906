import { effectScope } from 'vue'
import { expect, it, vi } from 'vitest'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import { useContactPermission } from '../../../../../src/renderer/features/customers/useContactPermission.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'

/** `customers`: how many others have the number; null: the test answers that itself. */
function permission(confirmed: boolean, customers: number | null = 0) {
  const twin = createProgramClientTwin({
    ...(customers === null ? {} : { 'sightings.sharedNumbers': () => ({ customers, calls: 0, names: ['Ann Lee'] }) }),
    'customers.setDoNotContact': ({ id, doNotContact }) => customer(id, { doNotContact }),
  })
  const toasts = createToasts()
  const asked: Confirmation[] = []
  const changed = vi.fn<(customer: Customer) => void>()
  const scope = effectScope()
  const answer = (question: Confirmation): boolean => asked.push(question) > 0 && confirmed
  const value = withinScope(() => useContactPermission(changed), { client: twin.client, toasts, answer }, scope)
  return { twin, toasts, scope, asked, changed, permission: value }
}

it('marks a person at once, and the notice undoes it', async () => {
  const { twin, toasts, changed, permission: contact } = permission(false)
  await contact.forbid(customer('c'))
  expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ doNotContact: true }))
  const [toast] = toasts.shown.value
  expect(toast?.text).toBe(
    'Priya Raman is marked Do Not Contact. The number is hidden and their cars leave the call list; in a team, on all PCs.',
  )
  toast?.action?.run()
  await vi.waitFor(() => expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ doNotContact: false })))
  expect(twin.calls.filter(({ method }) => method === 'customers.setDoNotContact').map(({ input }) => input)).toEqual([
    { id: 'c', doNotContact: true, undo: false },
    // Only the mark of this PC: colleagues may have marked the person meanwhile.
    { id: 'c', doNotContact: false, undo: true },
  ])
})

it('says that a mark was undone after the screen has closed', async () => {
  const { toasts, scope, permission: contact } = permission(false)
  await contact.forbid(customer('c'))
  scope.stop()
  toasts.act(toasts.shown.value[0]?.id ?? 0)
  await expect.poll(() => toasts.shown.value[0]?.text).toBe('Priya Raman can be contacted again.')
})

it('asks first when other customers have the number, and says afterwards how many were marked', async () => {
  const refused = permission(false, 3)
  await refused.permission.forbid(customer('c'))
  expect(refused.twin.calls.map(({ method }) => method)).toEqual(['sightings.sharedNumbers'])
  const agreed = permission(true, 3)
  await agreed.permission.forbid(customer('c'))
  expect(agreed.toasts.shown.value[0]?.text).toContain(
    'Also marked: 3 other customers (no calls) with the same number.',
  )
})

it('marks nobody and allows nobody while it is not known who else has the number', async () => {
  for (const act of ['forbid', 'allow'] as const) {
    const { twin, toasts, asked, permission: contact } = permission(true, null)
    const acting = contact[act](customer('c'))
    await twin.next('sightings.sharedNumbers').fail({ message: 'The disk is full.' })
    await acting
    expect(toasts.shown.value.map(({ text }) => text)).toEqual(['The disk is full.'])
    expect(asked).toEqual([])
    expect(twin.calls.map(({ method }) => method)).toEqual(['sightings.sharedNumbers'])
  }
})

it('allows contact only after a confirmation', async () => {
  const refused = permission(false)
  await refused.permission.allow(customer('c', { doNotContact: true }))
  expect(refused.twin.calls.map(({ method }) => method)).toEqual(['sightings.sharedNumbers'])
  expect(refused.asked[0]?.text).toContain('In a team, marks of your colleagues are removed too, on all PCs.')
  const agreed = permission(true, 3)
  await agreed.permission.allow(customer('c', { doNotContact: true }))
  expect(agreed.asked[0]?.text).toContain(
    'also on 3 other customers (no calls), who can be contacted again too: Ann Lee.',
  )
  expect(agreed.toasts.shown.value[0]?.text).toBe(
    'Priya Raman can be contacted again. Also 3 other customers (no calls) with the same number.',
  )
  expect(agreed.twin.calls.at(-1)?.input).toEqual({ id: 'c', doNotContact: false, undo: false })
  agreed.toasts.shown.value[0]?.action?.run()
  expect(agreed.twin.calls.at(-1)?.input).toEqual({ id: 'c', doNotContact: true, undo: true })
})

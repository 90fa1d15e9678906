import { effectScope, nextTick } from 'vue'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Customer } from '../../../../../src/contract/customers.ts'
import { success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'

const twin = installHostTwin()
const { customerLabel, useCustomerChoice } =
  await import('../../../../../src/renderer/features/practice/useCustomerChoice.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const found = (id: string) => success({ total: 1, customers: [{ id } as Customer] })

test('a customer is looked for once the typing rests, and an answer to an older word is not shown', async () => {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const choice = scope.run(() => useCustomerChoice())
  if (!choice) throw new Error('No scope')
  const type = async (text: string): Promise<void> => {
    choice.search.value = text
    await nextTick()
  }
  const held = twin.hold('customers.list')
  await type('ja')
  await type('jane')
  await vi.advanceTimersByTimeAsync(200)
  expect(held.map(({ input }) => input.search)).toEqual(['jane'])
  await type('john')
  await vi.advanceTimersByTimeAsync(200)
  held[1]?.answer(found('john'))
  await vi.advanceTimersByTimeAsync(0)
  held[0]?.answer(found('jane'))
  await vi.advanceTimersByTimeAsync(0)
  expect(choice.found.value?.map(({ id }) => id)).toEqual(['john'])
  await type('')
  expect(choice.found.value).toBeNull()
})

test.each([
  [{ clientName: 'Jane Citizen', rego: '1AB2CD', vin: null }, 'Jane Citizen, 1AB2CD'],
  [{ clientName: 'Jane Citizen', rego: null, vin: 'JTEBR3FJ40K123456' }, 'Jane Citizen, JTEBR3FJ40K123456'],
  [{ clientName: null, rego: '1AB2CD' }, '1AB2CD'],
  [{ clientName: null, rego: null }, 'a customer without a name'],
])('%j is named “%s”', (customer, label) => {
  expect(customerLabel(customer)).toBe(label)
})

import { nextTick } from 'vue'
import { expect, it } from 'vitest'
import { customerLabel, useCustomerChoice } from '../../../../../src/renderer/features/practice/useCustomerChoice.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const page = (id: string) => ({ total: 1, customers: [{ id }] })

it('ignores the answer to an older search', async () => {
  const twin = createProgramClientTwin()
  const choice = withinScope(useCustomerChoice, twin)
  const type = async (text: string): Promise<void> => {
    choice.search.value = text
    await nextTick()
  }
  await type('jane ')
  expect(twin.open.map(({ input }) => input)).toMatchObject([{ search: 'jane' }])
  await type('john')
  const [older, newer] = twin.open
  await newer?.succeed(page('john'))
  await older?.succeed(page('jane'))
  expect(choice.found.value?.map(({ id }) => id)).toEqual(['john'])
  await type('')
  expect(choice.found.value).toBeNull()
})

it.each([
  [{ clientName: 'Jane Citizen', rego: '1AB2CD', vin: null }, 'Jane Citizen, 1AB2CD'],
  [{ clientName: 'Jane Citizen', rego: null, vin: 'JTEBR3FJ40K123456' }, 'Jane Citizen, JTEBR3FJ40K123456'],
  [{ clientName: null, rego: '1AB2CD' }, '1AB2CD'],
  [{ clientName: null, rego: null }, 'Customer without a name'],
])('labels %j “%s”', (customer, label) => {
  expect(customerLabel(customer)).toBe(label)
})

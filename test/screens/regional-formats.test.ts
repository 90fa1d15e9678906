import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Region } from '../../src/contract/region.ts'
import { success } from '../../src/contract/result.ts'
import { onlyLong } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { sampleRow } from '../unit/renderer/features/drafts/sample-draft.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { openCustomers } from './customer-screen.ts'
import { openDraft } from './draft-screen.ts'
import { connectionState, practice, preferences } from './standard-answers.ts'

interface RegionalCar {
  readonly region: Region
  /** As they are stored, and as they are shown. */
  readonly mobileNumber: string
  readonly shownMobile: string
  readonly rego: string
  readonly shownRego: string
}

const cars: readonly RegionalCar[] = [
  { region: 'au', mobileNumber: '0412345678', shownMobile: '0412 345 678', rego: 'ABC12D', shownRego: 'ABC12D' },
  { region: 'nz', mobileNumber: '0211234567', shownMobile: '021 123 4567', rego: 'LPK482', shownRego: 'LPK482' },
  ...onlyLong({
    region: 'my',
    mobileNumber: '0123456789',
    shownMobile: '012-345 6789',
    rego: 'WXY1234',
    shownRego: 'WXY 1234',
  } as const),
]

const useRegion = (host: HostTwin, region: Region): void =>
  host.answer('connections.state', () => success(connectionState({ ...practice, region })))
const zara = (changes: { rego?: string; mobileNumber?: string } = {}) =>
  customer('zara', { clientName: 'Zara Quill', state: null, saleDate: '2019-03-07', ...changes })

async function expectCells(page: Page, texts: readonly string[]): Promise<void> {
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Zara Quill' })
  for (const text of texts) await row.getByRole('gridcell', { name: text, exact: true }).waitFor()
}

it.each(cars)(
  'the check writes values as in $region',
  async ({ region, mobileNumber, shownMobile, rego, shownRego }) => {
    const cell = (value: string) => ({ original: value, value, edited: false })
    const { page, grid } = await openDraft({
      draft: { region },
      rows: [
        sampleRow(2, {
          rego: cell(rego),
          client_name: cell('Zara Quill'),
          mobile_number: cell(mobileNumber),
          sale_date: cell('2019-03-07'),
        }),
      ],
      prepare: (host) => useRegion(host, region),
    })
    await expectCells(page, [shownMobile, shownRego, '7/3/2019'])
    // Only Australia has states.
    expect(await grid.getByRole('columnheader', { name: 'State' }).count()).toBe(region === 'au' ? 1 : 0)
  },
)

it.each(cars)(
  'the list of customers and a record write values as in $region',
  async ({ region, mobileNumber, shownMobile, rego, shownRego }) => {
    const { page, grid } = await openCustomers({
      customers: [zara({ rego, mobileNumber })],
      prepare: (host) => useRegion(host, region),
    })
    await expectCells(page, [shownMobile, shownRego, '7/3/2019'])
    await grid.getByRole('gridcell', { name: 'Open' }).click()
    const record = page.getByRole('complementary', { name: 'Details of Zara Quill' })
    await record.getByText(shownMobile, { exact: true }).first().waitFor()
    await record.getByText(shownRego).first().waitFor()
    expect(await record.getByText('7/3/2019', { exact: true }).count()).toBeGreaterThan(0)
  },
)

it('dates are shown and typed in the form that the user chose', async () => {
  const { host, page, grid } = await openCustomers({
    customers: [zara()],
    prepare: (twin) => twin.answer('app.preferences', () => success(preferences({ dateFormat: 'd mmm yyyy' }))),
  })
  await expectCells(page, ['7 Mar 2019'])
  await grid.getByRole('gridcell', { name: '7 Mar 2019', exact: true }).click()
  await page.keyboard.press('F2')
  await expect.poll(() => grid.getByRole('textbox').inputValue()).toBe('7 Mar 2019')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('8 Mar 2019')
  await page.keyboard.press('Enter')
  await expect.poll(() => host.inputsOf('customers.edit')).toMatchObject([{ field: 'saleDate', value: '8 Mar 2019' }])
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CustomerFacts } from '../../src/contract/customer-facts.ts'
import type { MethodInput } from '../../src/contract/methods.ts'
import { success } from '../../src/contract/result.ts'
import { longDescribe, longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { chooseOption } from '../window/controls.ts'
import { find, openListOption, panel } from '../window/customers-steps.ts'
import { visibleRows } from '../window/grid-steps.ts'
import { type CustomersScreen, numberedCustomers, openCustomers } from './customer-screen.ts'
import { seriousFindings } from './findings.ts'
import { openWindow } from './stage.ts'

type Asked = MethodInput<'customers.list'>

const facts: CustomerFacts = {
  states: [
    { state: 'SA', count: 5 },
    { state: 'VIC', count: 6 },
  ],
  uploads: [],
  fields: [{ name: 'Salesperson', count: 12 }],
  missingVin: 2,
  missing: { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 3 },
  doNotContact: 0,
  outcomes: [
    { outcome: 'new', count: 4 },
    { outcome: 'voicemail', count: 1 },
  ],
  makes: [{ make: 'Toyota', count: 7, models: [{ model: 'HiLux', count: 7 }] }],
}

interface FilterScreen extends CustomersScreen {
  readonly filter: Locator
  /** The number of customers that the list shows. */
  found(): Promise<number>
  /** What the list asks for now. */
  asked(): Asked | undefined
}

/** The list of customers, of which each filter finds as many as `count` says. */
async function openFilters(count: (filter: Asked) => number = () => 12): Promise<FilterScreen> {
  const customers = numberedCustomers(12)
  const screen = await openCustomers({
    customers,
    prepare(host) {
      host.answer('customers.facts', () => success(facts))
      host.answer('customers.list', (asked) => {
        const total = count(asked)
        return success({ total, customers: customers.slice(0, total) })
      })
      answerCounts(host)
    },
  })
  const foot = screen.page.getByRole('group', { name: 'Customers in the list' })
  return {
    ...screen,
    filter: panel(screen.page, 'Filter customers'),
    found: async () => Number.parseInt(await foot.getByRole('status').innerText(), 10),
    asked: () => screen.host.inputsOf('customers.list').at(-1),
  }
}

/** Each filter finds one customer more than the one before it. */
function answerCounts(host: HostTwin): void {
  host.answer('customers.counts', ({ filters }) =>
    success({
      counts: filters.map((_, at) => ({
        found: at + 1,
        withSightings: 0,
        missingMobile: 0,
        missingVin: 1,
        doNotContact: 0,
      })),
    }),
  )
}

const openFilter = (page: Page): Promise<void> => page.getByRole('button', { name: /^Filter\b/ }).click()

longDescribe('the grid of customers', () => {
  it('shows at least 20 customers in a window of 1280 by 800, and fewer in comfortable rows, also in the next window', async () => {
    const { host, page, grid } = await openCustomers({
      customers: numberedCustomers(40),
      viewport: { width: 1280, height: 800 },
    })
    await expect.poll(() => visibleRows(grid)).toBeGreaterThanOrEqual(20)
    await (await openListOption(page, 'Columns')).getByRole('button', { name: 'Comfortable' }).click()
    await expect.poll(() => visibleRows(grid)).toBeLessThan(18)
    await openWindow('/customers', host, { viewport: { width: 1280, height: 800 } })
    await grid.getByRole('gridcell').first().waitFor()
    await expect.poll(() => visibleRows(grid)).toBeLessThan(18)
    await (await openListOption(page, 'Columns')).getByRole('button', { name: 'Compact' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => visibleRows(grid)).toBeGreaterThanOrEqual(20)
  })

  it('has columns as wide as their content; a double click on the edge sizes one, and its own width stays', async () => {
    const { page, grid } = await openCustomers()
    const heading = grid.getByRole('columnheader', { name: 'Mobile' })
    const width = async (): Promise<number> => Math.round((await heading.boundingBox())?.width ?? 0)
    await heading.focus()
    for (let times = 0; times < 8; times += 1) await page.keyboard.press('Shift+ArrowRight')
    const own = await width()
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await expect.poll(width).toBe(own)
    const edge = await heading.boundingBox()
    await page.mouse.dblclick((edge?.x ?? 0) + (edge?.width ?? 0) - 3, (edge?.y ?? 0) + 10)
    await expect.poll(width).toBeLessThan(own)
    const mobiles = grid.getByRole('gridcell', { name: /^04\d\d \d{3} \d{3}$/ })
    expect(await mobiles.count()).toBe(12)
    const cut = await mobiles.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
  })
})

describe('the filters of customers', () => {
  it('find by a missing value and by make, with the numbers of their labels', async () => {
    const { page, filter, found, asked } = await openFilters(({ missing, cars }) => {
      if (missing?.length) return 3
      return cars?.length ? 7 : 12
    })
    await openFilter(page)
    await filter.getByRole('checkbox', { name: 'No sale date (3)' }).check()
    await expect.poll(found).toBe(3)
    expect(asked()).toMatchObject({ missing: ['saleDate'] })
    await filter.getByRole('button', { name: 'Clear all filters' }).click()
    await expect.poll(found).toBe(12)
    const makes = filter.getByRole('list', { name: 'Make and model' })
    await filter.getByRole('searchbox', { name: 'Search makes and models' }).fill('toyota')
    await makes.getByRole('checkbox', { name: /^Toyota \(7\)/ }).check()
    await expect.poll(found).toBe(7)
    expect(asked()?.cars).toEqual([{ make: 'Toyota', model: null }])
  })

  longTest('find by dates, counted from today and between two dates', async () => {
    const { page, filter, asked } = await openFilters()
    await openFilter(page)
    await chooseOption(filter, 'Sale date', 'Counted from today')
    await chooseOption(filter, 'Unit', 'years')
    await filter.getByRole('textbox', { name: 'Sale date from' }).fill('3')
    await filter.getByRole('textbox', { name: 'Sale date to' }).fill('4')
    await page.getByRole('switch', { name: 'Filter Sale date 3 to 4 years ago' }).waitFor()
    await expect
      .poll(() => asked()?.dates)
      .toEqual([{ date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -4, to: -3 } }])
    await chooseOption(filter, 'Sale date', 'Between two dates')
    await filter.getByRole('textbox', { name: 'Sale date from' }).fill('2 May 23')
    await filter.getByRole('textbox', { name: 'Sale date to' }).fill('2/5/2023')
    await page.getByRole('switch', { name: 'Filter Sale date 2/5/2023 to 2/5/2023' }).waitFor()
    await expect
      .poll(() => asked()?.dates)
      .toEqual([{ date: 'saleDate', range: { kind: 'between', from: '2023-05-02', to: '2023-05-02' } }])
  })

  longTest('find by contact, expiry, sightings, a missing VIN, unsaved changes and an additional field', async () => {
    const { page, filter, asked } = await openFilters()
    await openFilter(page)
    const clear = filter.getByRole('button', { name: 'Clear all filters' })
    await filter.getByRole('button', { name: 'Do not contact' }).click()
    await expect.poll(() => asked()?.contact).toBe('forbidden')
    await clear.click()
    await expect.poll(() => asked()?.contact).toBe('any')
    await filter.getByRole('button', { name: 'Seen for sale', exact: true }).click()
    await expect.poll(() => asked()?.sighting).toBe('seen')
    await filter.getByRole('checkbox', { name: 'No VIN (2)' }).check()
    await expect.poll(() => asked()?.missingVin).toBe(true)
    await chooseOption(filter, 'Expiry date', 'Counted from today')
    await filter.getByRole('textbox', { name: 'Expiry date to' }).fill('300')
    await expect.poll(() => asked()?.dates).toMatchObject([{ date: 'expiryDate', range: { to: 300 } }])
    await filter.getByRole('checkbox', { name: 'Unsaved changes' }).check()
    await expect.poll(() => asked()?.unsettled).toBe(true)
    const salesperson = await filter.locator('option', { hasText: /^Salesperson/ }).getAttribute('value')
    await filter.getByRole('combobox', { name: 'Field' }).selectOption(salesperson)
    await filter.getByRole('textbox', { name: 'Contains' }).fill('kim')
    await filter.getByRole('button', { name: 'Add filter' }).click()
    await expect.poll(() => asked()?.fields).toEqual([{ name: 'Salesperson', contains: 'kim' }])
    await page.keyboard.press('Escape')
    const button = page.getByRole('button', { name: /^Filter/ })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Remove filter: Salesperson: kim' }).click()
    await expect.poll(() => asked()?.fields).toEqual([])
  })

  it('apply together, and each is switched off and on again without losing its setting', async () => {
    const { page, filter, found, asked } = await openFilters(({ states, sighting, off }) => {
      if (states?.length !== 2) return 5
      return sighting === 'never' && off?.length === 0 ? 4 : 11
    })
    await openFilter(page)
    for (const state of ['SA', 'VIC']) await filter.getByRole('checkbox', { name: new RegExp(`^${state} \\(`) }).check()
    await expect.poll(found).toBe(11)
    await filter.getByRole('button', { name: 'Never seen' }).click()
    await expect.poll(found).toBe(4)
    await page.keyboard.press('Escape')
    const never = page.getByRole('switch', { name: 'Filter Never seen for sale' })
    await never.focus()
    await page.keyboard.press('Space')
    await expect.poll(found).toBe(11)
    expect(await never.getAttribute('aria-checked')).toBe('false')
    expect(asked()).toMatchObject({ states: ['SA', 'VIC'], sighting: 'never' })
    await page.keyboard.press('Space')
    await expect.poll(found).toBe(4)
    await page.getByRole('button', { name: 'Remove filter: Never seen for sale' }).click()
    await never.waitFor({ state: 'hidden' })
    await expect.poll(() => asked()?.sighting).toBe('any')
  })

  longTest('count each choice among the customers that the other filters leave', async () => {
    const { host, page, filter } = await openFilters()
    await openFilter(page)
    await filter.getByText('SA (5)').waitFor()
    host.answer('customers.facts', ({ filter: other }) =>
      success(other?.sighting === 'never' ? { ...facts, states: [{ state: 'SA', count: 2 }] } : facts),
    )
    await filter.getByRole('button', { name: 'Never seen' }).click()
    await filter.getByText('SA (2)').waitFor()
    await filter.getByRole('button', { name: 'All', exact: true }).first().click()
    await filter.getByText('SA (5)').waitFor()
    expect(host.inputsOf('customers.facts').at(-1)?.filter?.sighting).toBe('any')
  })

  longTest('say which one to switch off when nothing matches', async () => {
    const { page, filter, found } = await openFilters(({ sighting, off }) =>
      sighting === 'seen' && off?.length === 0 ? 0 : 1,
    )
    await openFilter(page)
    await filter.getByRole('button', { name: 'Seen for sale', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'No matching customers' }).waitFor()
    await page.getByRole('button', { name: 'Switch off “Seen for sale” to see 1 customer' }).click()
    await expect.poll(found).toBe(1)
  })

  longTest('follow a number below the list, and are cleared at once', async () => {
    const { page, found, asked } = await openFilters(({ search }) => (search === '' ? 12 : 1))
    await find(page, 'S100ABC')
    await expect.poll(found).toBe(1)
    const foot = page.getByRole('group', { name: 'Customers in the list' })
    await foot.getByText('of 12').waitFor()
    await foot.getByRole('button', { name: '1 without VIN' }).click()
    await page.getByRole('switch', { name: 'Filter No VIN' }).waitFor()
    await expect.poll(() => asked()?.missingVin).toBe(true)
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await find(page, '')
    await expect.poll(() => asked()).toMatchObject({ missingVin: false, search: '' })
  })

  longTest('follow a new outcome: the customer leaves the list of those without one', async () => {
    let open = 4
    const { host, page, filter, found, asked } = await openFilters(({ outcomes }) => (outcomes?.length ? open : 12))
    await openFilter(page)
    await filter.getByRole('checkbox', { name: 'No outcome yet (4)' }).check()
    await expect.poll(found).toBe(4)
    expect(asked()?.outcomes).toEqual(['new'])
    open = 3
    host.announce({ name: 'sightings.changed' })
    await expect.poll(found).toBe(3)
    await filter.getByRole('checkbox', { name: /^No outcome yet/ }).uncheck()
    await filter.getByRole('checkbox', { name: /^Left a voicemail/ }).check()
    await expect.poll(() => asked()?.outcomes).toEqual(['voicemail'])
  })
})

longDescribe('the views of customers', () => {
  it('that are ready-made have counts, and are copied but not deleted', async () => {
    const { host, page, asked } = await openFilters()
    const quick = page.getByRole('list', { name: 'Views', exact: true })
    const names = ['Expiring soon', 'Missing mobile', 'Do not contact', 'Never seen', 'Sold 3 to 5 years ago']
    for (const [at, name] of names.entries()) await quick.getByRole('button', { name: `${name} ${at + 1}` }).waitFor()
    await quick.getByRole('button', { name: /^Sold 3 to 5 years ago/ }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => asked()?.dates)
      .toEqual([{ date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -5, to: -3 } }])
    await page.locator('main header').getByRole('button', { name: 'Sold 3 to 5 years ago' }).click()
    const views = panel(page, 'Saved views')
    await views.getByRole('button', { name: 'Copy Sold 3 to 5 years ago to your views' }).click()
    await views.getByRole('button', { name: 'Copy of Sold 3 to 5 years ago', exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await views.getByRole('button', { name: /^Delete view/ }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: /^Filter Sale date/ }).click()
    await page.locator('main header').getByRole('button', { name: 'Copy of Sold 3 to 5 years ago' }).click()
    await views.getByRole('button', { name: 'Save changes to “Copy of Sold 3 to 5 years ago”' }).click()
    await expect.poll(() => host.inputsOf('customers.saveView').length).toBe(2)
    await openWindow('/customers', host)
    await quick.getByRole('button', { name: /^Copy of Sold/ }).click()
    const saved = page.getByRole('switch', { name: /^Filter Sale date/ })
    await saved.waitFor()
    expect(await saved.getAttribute('aria-checked')).toBe('false')
  })

  it('are saved, applied, renamed and deleted', async () => {
    const { host, page, asked } = await openFilters()
    await find(page, 'S10')
    await expect.poll(() => asked()?.search).toBe('S10')
    const menu = page.locator('main header')
    await menu.getByRole('button', { name: 'All customers' }).click()
    const views = panel(page, 'Saved views')
    await views.getByRole('textbox', { name: 'Save as a view' }).fill('The first ten')
    await views.getByRole('button', { name: 'Save', exact: true }).click()
    await views.getByRole('button', { name: 'The first ten', exact: true }).waitFor()
    await views.getByRole('button', { name: 'All customers' }).click()
    await expect.poll(() => asked()?.search).toBe('')
    await menu.getByRole('button', { name: 'All customers' }).click()
    await views.getByRole('button', { name: 'The first ten', exact: true }).click()
    await expect.poll(() => asked()?.search).toBe('S10')
    await menu.getByRole('button', { name: 'The first ten' }).click()
    await views.getByRole('button', { name: 'Rename The first ten' }).click()
    await views.getByRole('textbox', { name: 'New name' }).fill('Ten')
    await views.getByRole('button', { name: 'Rename', exact: true }).click()
    await views.getByRole('button', { name: 'Delete view Ten' }).click()
    await views.getByRole('button', { name: 'Ten', exact: true }).waitFor({ state: 'hidden' })
    await page.getByText('View “Ten” deleted; in a team, on all PCs.').waitFor()
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => host.inputsOf('customers.saveView').at(-1)).toMatchObject({ id: null, name: 'Ten' })
  })
})

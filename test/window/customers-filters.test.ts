import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { chooseOption } from './controls.ts'
import { closeCustomers, type CustomersWindow, find, openCustomers, panel } from './customers-steps.ts'
import { visibleRows } from './grid-steps.ts'
import { callProgram } from './program-calls.ts'
import { seriousFindings } from './steps.ts'

describe('the filters and views of customers', () => {
  let opened: CustomersWindow
  let page: Page
  let grid: Locator
  let foot: Locator

  beforeAll(async () => {
    // As users see it: a scroll bar takes the room of half a row.
    opened = await openCustomers({ scrollBars: true })
    page = opened.page
    grid = opened.grid
    foot = page.getByRole('group', { name: 'Customers in the list' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await grid.getByRole('gridcell').first().waitFor()
  })
  afterAll(() => closeCustomers(opened))

  const filter = (): Locator => panel(page, 'Filter customers')
  const openFilter = (): Promise<void> => page.getByRole('button', { name: /^Filter\b/ }).click()
  const found = async (): Promise<number> => Number.parseInt(await foot.getByRole('status').innerText(), 10)
  const all = async (): Promise<number> => (await callProgram(page, 'customers.status', {})).total
  const clear = async (): Promise<void> => {
    await filter().getByRole('button', { name: 'Clear all filters' }).click()
    await expect.poll(found).toBe(await all())
  }
  /** The number in a label such as "No mobile (3)". */
  const countIn = async (label: Locator): Promise<number> => Number(/\(([\d,]+)\)/.exec(await label.innerText())?.[1])

  it('show at least 20 customers in a window of 1280 by 800, and fewer in comfortable rows, also after a reload', async () => {
    await expect.poll(() => visibleRows(grid)).toBeGreaterThanOrEqual(20)
    await page.getByRole('button', { name: 'Columns' }).click()
    await panel(page, 'Columns').getByRole('button', { name: 'Comfortable' }).click()
    await expect.poll(() => visibleRows(grid)).toBeLessThan(18)
    await page.reload()
    await grid.getByRole('gridcell').first().waitFor()
    await expect.poll(() => visibleRows(grid)).toBeLessThan(18)
    await page.getByRole('button', { name: 'Columns' }).click()
    await panel(page, 'Columns').getByRole('button', { name: 'Compact' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => visibleRows(grid)).toBeGreaterThanOrEqual(20)
  })

  it('leave columns as wide as their content; a double click on the edge sizes one, and its own width stays', async () => {
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
    const cut = await grid
      .getByRole('gridcell', { name: /^04\d\d \d{3} \d{3}$/ })
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
  })

  it('find by date, missing value, contact, make and model, each with the number that its label promises', async () => {
    await openFilter()
    const noSale = filter().getByRole('checkbox', { name: /^No sale date/ })
    const promised = await countIn(filter().getByText(/^No sale date \(/))
    await noSale.check()
    await expect.poll(found).toBe(promised)
    await clear()
    await chooseOption(filter(), 'Sold', 'Counted from today')
    await chooseOption(filter(), 'Unit', 'years')
    await filter().getByRole('textbox', { name: 'Sold from' }).fill('3')
    await filter().getByRole('textbox', { name: 'Sold to' }).fill('4')
    await expect.poll(found).toBeGreaterThanOrEqual(40)
    await page.getByRole('switch', { name: 'Filter Sold 3 to 4 years ago' }).waitFor()
    await chooseOption(filter(), 'Sold', 'Between two dates')
    await filter().getByRole('textbox', { name: 'Sold from' }).fill('2 May 23')
    await filter().getByRole('textbox', { name: 'Sold to' }).fill('2/5/2023')
    await page.getByRole('switch', { name: 'Filter Sold 2/5/2023 to 2/5/2023' }).waitFor()
    await expect.poll(found).toBeGreaterThanOrEqual(5)
    await clear()
    const makes = filter().getByRole('list', { name: 'Make and model' })
    const toyota = await countIn(makes.getByText(/^Toyota \(/))
    await filter().getByRole('searchbox', { name: 'Search makes and models' }).fill('toyota')
    await makes.getByRole('checkbox', { name: /^Toyota/ }).check()
    await expect.poll(found).toBe(toyota)
    expect(await seriousFindings(page)).toEqual([])
    await clear()
    await filter().getByRole('button', { name: 'Do not contact' }).click()
    await expect.poll(found).toBe(0)
    await clear()
    await page.keyboard.press('Escape')
    await filter().waitFor({ state: 'hidden' })
  })

  it('apply together, and each is switched off and on again without losing its setting', async () => {
    await openFilter()
    let states = 0
    for (const state of ['SA', 'VIC']) {
      const box = filter().getByRole('checkbox', { name: new RegExp(`^${state} \\(`) })
      states += Number(/\((\d+)\)/.exec((await box.ariaSnapshot()) ?? '')?.[1])
      await box.check()
    }
    expect(states).toBeGreaterThan(0)
    // The list of the first state alone may still be shown.
    await expect.poll(found).toBe(states)
    await filter().getByRole('button', { name: 'Never seen' }).click()
    await expect.poll(found).toBeLessThan(states)
    const both = await found()
    await page.keyboard.press('Escape')
    const never = page.getByRole('switch', { name: 'Filter Never seen for sale' })
    await never.focus()
    await page.keyboard.press('Space')
    await expect.poll(found).toBe(states)
    expect(await never.getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Space')
    await expect.poll(found).toBe(both)
    // The states are counted among the customers that the other filter leaves.
    await openFilter()
    const inBoth = async (): Promise<number> =>
      (await countIn(filter().getByText(/^SA \(/))) + (await countIn(filter().getByText(/^VIC \(/)))
    await expect.poll(inBoth).toBe(both)
    await filter().getByRole('button', { name: 'All', exact: true }).first().click()
    await expect.poll(inBoth).toBe(states)
    await filter().getByRole('button', { name: 'Never seen' }).click()
    await expect.poll(found).toBe(both)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter: Never seen for sale' }).click()
    await expect.poll(found).toBe(states)
    await never.waitFor({ state: 'hidden' })
  })

  it('say which filter to switch off when nothing matches, and count what is shown below the list', async () => {
    await find(page, 'S100ABC')
    await expect.poll(found).toBe(1)
    await foot.getByRole('button', { name: '1 without VIN' }).click()
    await page.getByRole('switch', { name: 'Filter No VIN' }).waitFor()
    await foot.getByText(`of ${await all()}`).waitFor()
    await openFilter()
    await filter().getByRole('button', { name: 'Seen for sale', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'No matching customers' }).waitFor()
    await page.getByRole('button', { name: 'Switch off “Seen for sale” to see 1 customer' }).click()
    await expect.poll(found).toBe(1)
    await grid.getByRole('gridcell', { name: 'Customer 00' }).waitFor()
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await find(page, '')
    await expect.poll(found).toBe(await all())
  })

  it('follow a new outcome: the customer leaves the list of those without one, and is found by it', async () => {
    await openFilter()
    const open = filter().getByRole('checkbox', { name: /^No outcome yet/ })
    const counted = (): Promise<number> => countIn(filter().getByText(/^No outcome yet \(/))
    await expect.poll(counted).toBeGreaterThan(1)
    const before = await counted()
    await open.check()
    await expect.poll(found).toBe(before)
    await page.keyboard.press('Escape')
    const { cars } = await callProgram(page, 'sightings.list', { view: 'all', offset: 0, limit: 1 })
    const customerId = cars[0]?.customer.id ?? ''
    await callProgram(page, 'sightings.record', { customerId, outcome: 'voicemail', note: '', nextAction: '' })
    await expect.poll(found).toBe(before - 1)
    await openFilter()
    await open.uncheck()
    await filter()
      .getByRole('checkbox', { name: /^Left a voicemail/ })
      .check()
    await expect.poll(found).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await expect.poll(found).toBe(await all())
  })

  it('have ready-made views with counts, which are copied but not deleted', async () => {
    const quick = page.getByRole('list', { name: 'Views', exact: true })
    for (const name of ['Expiring soon', 'Missing mobile', 'Do not contact', 'Never seen', 'Sold 3 to 5 years ago'])
      await quick.getByRole('button', { name: new RegExp(`^${name} \\d+$`) }).waitFor()
    const sold = quick.getByRole('button', { name: /^Sold 3 to 5 years ago/ })
    const count = Number(/(\d+)$/.exec(await sold.innerText())?.[1])
    await sold.focus()
    await page.keyboard.press('Enter')
    await expect.poll(found).toBe(count)
    await page.getByRole('search').getByRole('button', { name: 'Sold 3 to 5 years ago' }).click()
    const views = panel(page, 'Saved views')
    await views.getByRole('button', { name: 'Copy Sold 3 to 5 years ago to your views' }).click()
    await views.getByRole('button', { name: 'Copy of Sold 3 to 5 years ago', exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await views.getByRole('button', { name: /^Delete view/ }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: /^Filter Sold/ }).click()
    await page.getByRole('search').getByRole('button', { name: 'Copy of Sold 3 to 5 years ago' }).click()
    await views.getByRole('button', { name: 'Save changes to “Copy of Sold 3 to 5 years ago”' }).click()
    await page.reload()
    await quick.getByRole('button', { name: /^Copy of Sold/ }).click()
    const saved = page.getByRole('switch', { name: /^Filter Sold/ })
    await saved.waitFor()
    expect(await saved.getAttribute('aria-checked')).toBe('false')
    expect(await found()).toBe(await all())
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { cellOf, find, openListOption, panel } from '../window/customers-steps.ts'
import { numberedCustomers, openCustomers } from './customer-screen.ts'
import { timeOfTests } from './standard-answers.ts'

const details = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` })

describe('the list of customers', () => {
  it('shows the count and the age of the cache', async () => {
    const { page } = await openCustomers()
    await page.getByRole('button', { name: 'All saved' }).click()
    await expect.poll(() => page.getByText(/^12 customers, .*Updated /).count()).toBe(1)
  })

  it('prints the rows on the screen without empty pages, and how many there are', async () => {
    const { page, grid } = await openCustomers({ customers: numberedCustomers(300) })
    await grid.evaluate((element) => element.scrollTo(0, 1_600))
    await grid.locator('[data-row="70"]').waitFor()
    const rows = await grid.locator('.body > .row').count()
    expect(await grid.locator('p').textContent()).toBe(
      `${rows} of 300 rows: those on the screen. To print all, export them.`,
    )
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(pages.length).toBeGreaterThan(0)
    // The room of all rows has eight.
    expect(pages.length).toBeLessThan(4)
  })

  longTest('keeps the order of columns when the screen opens again', async () => {
    const { host, page, grid } = await openCustomers({
      prepare: (twin) =>
        twin.answer('customers.facts', () =>
          success({
            states: [],
            uploads: [],
            fields: [{ name: 'Salesperson', count: 12 }],
            missingVin: 0,
            missing: { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 0 },
            doNotContact: 0,
            outcomes: [],
            makes: [],
          }),
        ),
    })
    const columns = await openListOption(page, 'Columns')
    await columns.getByRole('checkbox', { name: 'Salesperson' }).check()
    await columns.getByRole('checkbox', { name: 'VIN' }).uncheck()
    await columns.getByRole('button', { name: 'Pin Rego to the left' }).click()
    await page.keyboard.press('Escape')
    await grid.getByRole('columnheader', { name: 'Salesperson' }).focus()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+Shift+ArrowLeft')
    const wanted = ['Name', 'Rego', 'Salesperson', 'State']
    const order = async (): Promise<string[]> =>
      (await grid.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).slice(2, 6)
    await expect.poll(order).toEqual(wanted)
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await grid.getByRole('columnheader', { name: 'Salesperson' }).waitFor()
    expect(await order()).toEqual(wanted)
    const stored = host
      .inputsOf('customers.setColumns')
      .at(-1)
      ?.columns.filter(({ shown }) => shown)
    expect(stored?.map(({ key }) => key).slice(0, 4)).toEqual(['clientName', 'rego', 'field:Salesperson', 'state'])
  })

  longTest('has four buttons beside its search, and no empty views', async () => {
    const { page } = await openCustomers({
      prepare: (twin) =>
        twin.answer('customers.counts', ({ filters }) =>
          success({
            counts: filters.map((_, at) => ({
              found: at === 1 ? 3 : 0,
              withSightings: 0,
              missingMobile: 3,
              missingVin: 0,
              doNotContact: 0,
            })),
          }),
        ),
    })
    await page.getByRole('button', { name: 'Missing mobile 3' }).waitFor()
    const views = page.getByRole('list', { name: 'Views', exact: true })
    await expect.poll(() => views.getByRole('button').count()).toBe(1)
    expect(await page.locator('main header').getByRole('button').allInnerTexts()).toEqual([
      'All customers',
      'Filter',
      'All saved',
      'List options',
    ])
    const foot = page.getByRole('group', { name: 'Customers in the list' })
    expect(await foot.getByRole('button').allInnerTexts()).toEqual(['3 without mobile'])
  })

  longTest('shows its rows below one line of tools in a window of 640 by 400, as at 200 % zoom', async () => {
    const { page, grid } = await openCustomers({ viewport: { width: 640, height: 400 } })
    await grid.getByRole('gridcell', { name: 'Customer 04' }).waitFor()
    const box = await grid.getByRole('gridcell', { name: 'Customer 04' }).boundingBox()
    expect((box?.y ?? 400) + (box?.height ?? 0)).toBeLessThan(400)
    const tops = await page
      .locator('main header')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    expect(await page.getByRole('list', { name: 'Views', exact: true }).count()).toBe(0)
  })

  it.each(onlyLong(['Export customers', 'Export'], ['Columns of the customer list', 'Columns']))(
    'opens its options by the command “%s” from another screen',
    async (command, name) => {
      const { page } = await openCustomers()
      await page.getByRole('link', { name: 'Upload history' }).click()
      await page.getByRole('heading', { name: 'Upload history', level: 1 }).waitFor()
      await page.keyboard.press('Control+K')
      await page.keyboard.type(command)
      await page.getByRole('option', { name: command }).waitFor()
      await page.keyboard.press('Enter')
      await panel(page, name).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('#/customers')
      expect(await panel(page, name).evaluate((node) => node.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await panel(page, name).waitFor({ state: 'detached' })
    },
  )

  it.each(onlyLong({ width: 1024, height: 700 }, { width: 660, height: 430 }))(
    'fits into a window of $width by $height',
    async (viewport) => {
      const { page, grid } = await openCustomers({ viewport })
      await grid.getByRole('gridcell').first().waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
    },
  )
})

describe('the details of a customer', () => {
  it('open by their button and not by a cell, with the additional fields and the changes of each field', async () => {
    const { page, grid } = await openCustomers({
      prepare: (twin) =>
        twin.answer('customers.history', () =>
          success({
            uploads: [],
            changes: [
              {
                id: 'change',
                group: 'change',
                at: '2026-11-18T02:00:00Z',
                customerId: 'customer-9',
                kind: 'edited',
                field: 'mobileNumber',
                before: '0491570157',
                after: '0491570006',
                words: 'Mobile changed from 0491 570 157 to 0491 570 006',
                undone: false,
              },
            ],
          }),
        ),
    })
    await (await cellOf(grid, 'Customer 09', 'Rego')).click()
    expect(await page.getByRole('complementary', { name: /^Details/ }).count()).toBe(0)
    await grid.getByRole('row').filter({ hasText: 'Customer 09' }).getByRole('gridcell', { name: 'Open' }).click()
    await details(page, 'Customer 09').getByText('Salesperson').waitFor()
    await details(page, 'Customer 09')
      .getByText(/Mobile.* from .*0491/i)
      .first()
      .waitFor()
  })

  it('lead to the look-up of the car, which waits for the button', async () => {
    const { host, page } = await openCustomers({ address: '/customers/customer-9' })
    await details(page, 'Customer 09').getByRole('button', { name: 'Look up', exact: true }).click()
    const box = page.getByRole('textbox', { name: /Rego, VIN or keywords/ })
    await expect.poll(() => box.inputValue()).toBe('S109ABC')
    await page.getByRole('button', { name: 'Look up', exact: true }).waitFor()
    expect(page.url()).not.toContain('/query')
    expect(host.inputsOf('lookup.findPlate')).toEqual([])
  })

  longTest('close with a search, and with them the record in the address', async () => {
    const { page } = await openCustomers({ address: '/customers/customer-9' })
    await details(page, 'Customer 09').waitFor()
    await find(page, 'Customer 1')
    await details(page, 'Customer 09').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('#/customers')
  })

  longTest('stay when they are opened while the text of a search waits for its rows', async () => {
    const { page, grid } = await openCustomers({ customers: numberedCustomers(30) })
    const address = '#/customers/customer-9'
    await page.clock.pauseAt(timeOfTests.getTime() + 3_600_000)
    await find(page, 'Customer 24')
    await page.evaluate((hash) => (location.hash = hash), address)
    await expect.poll(() => new URL(page.url()).hash).toBe(address)
    await page.clock.resume()
    await page.getByText('1 customer found').waitFor()
    await details(page, 'Customer 09').waitFor()
    expect(new URL(page.url()).hash).toBe(address)
    expect(await grid.getByRole('gridcell', { name: 'Customer 09' }).count()).toBe(0)
    await page.goBack()
    await details(page, 'Customer 09').waitFor({ state: 'detached' })
  })
})

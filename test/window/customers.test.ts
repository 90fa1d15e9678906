import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { startPracticeService } from '../../src/simulator/service.ts'
import { openForecourt, type Harness } from './harness.ts'
import { openSpreadsheet, password, sample, sendAll, seriousFindings, waitForEnd } from './steps.ts'

type Service = Awaited<ReturnType<typeof startPracticeService>>

const headers = (service: Service): Record<string, string> => ({
  ApiKey: service.apiKey,
  'Content-Type': 'application/json',
})

/** Customers that another program of the same account has sent. */
async function seed(service: Service): Promise<void> {
  const customers = Array.from({ length: 40 }, (_, at) => ({
    rego: `S${100 + at}ABC`,
    state: at % 2 === 0 ? 'SA' : 'VIC',
    client_name: `Customer ${String(at).padStart(2, '0')}`,
    mobile_number: '0491570006',
    sale_date: '2023-05-0' + String((at % 9) + 1),
    ...(at < 10 ? { expiry_date: '2027-06-30' } : {}),
    additional_fields: { Salesperson: at % 4 === 0 ? 'Kim' : 'Jo', Notes: '=1+1' },
  }))
  const answer = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: headers(service),
    body: JSON.stringify({ name: 'Earlier', enable_rego_lookups: false, customers }),
  })
  if (!answer.ok) throw new Error(`The service refused the customers: ${answer.status}`)
  await service.control.waitUntil('the queue is empty', () => service.control.queuedCustomers() === 0 || undefined)
}

/** Changes a record behind the program's back, as a colleague at another PC would. */
async function changeElsewhere(service: Service, id: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${service.url}/v2/recapture/customers/${id}?region=au`, {
    method: 'PATCH',
    headers: headers(service),
    body: JSON.stringify(fields),
  })
  if (!answer.ok) throw new Error(`The service refused the change: ${answer.status} ${await answer.text()}`)
}

/** The service's own number of a customer. */
async function idOf(service: Service, rego: string): Promise<string> {
  const answer = await fetch(`${service.url}/v2/recapture/customers?region=au&limit=500`, { headers: headers(service) })
  const { customers } = (await answer.json()) as { customers: readonly { id: string; rego: string }[] }
  const found = customers.find((customer) => customer.rego === rego)
  if (!found) throw new Error(`The service has no ${rego}.`)
  return found.id
}

async function connect(page: Page, service: Service): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'The same again' }).fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('button', { name: /Connect my account/ }).click()
  await page.getByRole('textbox', { name: 'Service address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByRole('button', { name: 'Save and connect' }).click()
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
}

interface Desk {
  readonly service: Service
  readonly forecourt: Harness
  readonly page: Page
  readonly grid: Locator
}

async function sitDown(options: { colorScheme?: 'light' | 'dark'; customers?: boolean } = {}): Promise<Desk> {
  const service = await startPracticeService({
    customersPerSecond: Number.POSITIVE_INFINITY,
    owners: options.customers === false ? 0 : 30,
  })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
  if (options.customers !== false) await seed(service)
  const forecourt = await openForecourt(options.colorScheme ? { colorScheme: options.colorScheme } : {})
  const { page } = forecourt
  await connect(page, service)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  return { service, forecourt, page, grid: page.getByRole('grid', { name: 'Customers' }) }
}

/** The cell of a customer under a heading. */
async function cellOf(grid: Locator, name: string, heading: string): Promise<Locator> {
  const headings = await grid.getByRole('columnheader').allInnerTexts()
  const at = headings.findIndex((text) => text.trim() === heading)
  return grid.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(at)
}

const find = async (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Search customers' }).fill(text)

async function retype(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const panel = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

describe.each(['light', 'dark'] as const)('the customers, in %s', (colorScheme) => {
  let desk: Desk
  let page: Page
  let grid: Locator
  const picture = (name: string): Promise<void> => desk.forecourt.screenshot(`customers-${colorScheme}-${name}`)

  beforeAll(async () => {
    desk = await sitDown({ colorScheme })
    page = desk.page
    grid = desk.grid
    await grid.getByRole('gridcell').first().waitFor()
  })
  afterAll(async () => {
    await desk?.forecourt.close()
    await desk?.service.stop()
  })

  it('stand in a list with their count and the age of the copy', async () => {
    await page.getByText(/^\d+ customers?, .*brought up to date/).waitFor()
    await picture('01-list')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('are filtered by what she chooses, part by part', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = panel(page, 'Filter the customers')
    await filter.getByRole('checkbox', { name: /^SA/ }).check()
    await filter.getByRole('combobox', { name: 'Column of the spreadsheet' }).selectOption('Salesperson')
    await filter.getByRole('textbox', { name: 'Contains' }).fill('kim')
    await filter.getByRole('button', { name: 'Add this filter' }).click()
    await page.getByText('10 customers found').waitFor()
    await picture('02-filter')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: /^Filter/ }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await page.getByRole('button', { name: 'Remove the filter: Salesperson: kim' }).click()
    await page.getByText(/^2\d customers found/).waitFor()
    await page.getByRole('button', { name: 'Remove the filter: SA' }).click()
    await page.getByText(/customers found/).waitFor({ state: 'hidden' })
  })

  it('are filtered by what was seen, what expires and what lacks a VIN, and all filters go at once', async () => {
    const found = async (): Promise<number> =>
      Number.parseInt(await page.getByText(/customers? found$/).innerText(), 10)
    const seen = Number(/(\d+) of them seen/.exec(await page.getByText(/of them seen for sale/).innerText())?.[1])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = panel(page, 'Filter the customers')
    await filter.getByRole('button', { name: 'Seen for sale', exact: true }).click()
    await expect.poll(found).toBe(seen)
    await filter.getByRole('button', { name: 'Clear all filters' }).click()
    const withoutVin = filter.getByRole('checkbox', { name: /^Without a VIN/ })
    const lacking = Number.parseInt(
      (await filter.locator('label', { hasText: 'Without a VIN' }).innerText()).replaceAll(/\D/g, ''),
      10,
    )
    await withoutVin.check()
    await expect.poll(found).toBe(lacking)
    await withoutVin.uncheck()
    await filter.getByRole('textbox', { name: 'Days until it expires' }).fill('300')
    await page.keyboard.press('Enter')
    await expect.poll(found).toBeGreaterThanOrEqual(10)
    const expires = await cellOf(grid, 'S109ABC', 'Expires')
    await filter.getByRole('checkbox', { name: 'With a change that is not at the service yet' }).check()
    await page.getByRole('heading', { name: 'No customer matches' }).waitFor()
    await filter.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByText(/customers found/).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await find(page, 'S109ABC')
    expect(await expires.innerText()).toBe('30/6/2027')
    await find(page, '')
    await page.getByText(/customers? found/).waitFor({ state: 'hidden' })
  })

  it('have their columns where she wants them, and find them there after a restart of the screen', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = panel(page, 'Columns')
    await columns.getByRole('checkbox', { name: 'Salesperson' }).check()
    await columns.getByRole('checkbox', { name: 'VIN' }).uncheck()
    await columns.getByRole('button', { name: 'Keep Rego at the left' }).click()
    await picture('03-columns')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    const salesperson = grid.getByRole('columnheader', { name: 'Salesperson' })
    await salesperson.focus()
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+Shift+ArrowLeft')
    const wanted = ['Name', 'Rego', 'Salesperson', 'State']
    const order = async (): Promise<string[]> =>
      (await grid.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).slice(1, 5)
    expect(await order()).toEqual(wanted)
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await grid.getByRole('columnheader', { name: 'Salesperson' }).waitFor()
    expect(await order()).toEqual(wanted)
  })

  it('are seen in ways that she keeps under a name', async () => {
    await find(page, 'S10')
    await page.getByText('10 customers found').waitFor()
    await page.getByRole('button', { name: 'All customers' }).click()
    const views = panel(page, 'Saved views')
    await views.getByRole('textbox', { name: 'Save what you see as a view' }).fill('The first ten')
    await views.getByRole('button', { name: 'Save', exact: true }).click()
    await views.getByRole('button', { name: 'The first ten', exact: true }).waitFor()
    await picture('04-views')
    expect(await seriousFindings(page)).toEqual([])
    await views.getByRole('button', { name: 'All customers' }).click()
    await page.getByText(/customers found/).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'All customers' }).click()
    await views.getByRole('button', { name: 'The first ten', exact: true }).click()
    await page.getByText('10 customers found').waitFor()
    await page.getByRole('button', { name: 'The first ten' }).click()
    await views.getByRole('button', { name: 'Rename The first ten' }).click()
    await views.getByRole('textbox', { name: 'New name' }).fill('Ten')
    await views.getByRole('button', { name: 'Rename', exact: true }).click()
    await views.getByRole('button', { name: 'Remove the view Ten' }).click()
    await views.getByRole('button', { name: 'Ten', exact: true }).waitFor({ state: 'hidden' })
    await views.getByRole('button', { name: 'All customers' }).click()
    await page.getByText(/customers found/).waitFor({ state: 'hidden' })
  })

  it('take a change in the cell: it waits, is saved at the service, and can be undone', async () => {
    await find(page, 'S107ABC')
    const name = await cellOf(grid, 'Customer 07', 'Name')
    await retype(page, name, 'Seven Renamed')
    await grid.getByRole('gridcell', { name: 'Seven Renamed' }).waitFor()
    await page.getByRole('button', { name: 'All changes saved' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.getByText(/^Undone\. /).waitFor()
    await grid.getByRole('gridcell', { name: 'Customer 07' }).waitFor()
    expect(await grid.getByRole('gridcell', { name: 'Seven Renamed' }).count()).toBe(0)
  })

  it('refuse a value that is none, with the reason at hand, and she mends it', async () => {
    await find(page, 'Customer 08')
    await retype(page, await cellOf(grid, 'Customer 08', 'Sold'), '31/2/2023')
    await page.getByText('The sale date of Customer 08 was not saved.').waitFor()
    await picture('05-refused')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Mend it' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('28/2/2023')
    await page.keyboard.press('Enter')
    await page.getByText('The sale date of Customer 08 was not saved.').waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '28/2/2023' }).waitFor()
  })

  it('show side by side what was changed elsewhere meanwhile, and overwrite nothing unasked', async () => {
    await find(page, 'Customer 09')
    const row = grid.getByRole('row').filter({ hasText: 'Customer 09' })
    await row.waitFor()
    const id = await idOf(desk.service, 'S109ABC')
    await changeElsewhere(desk.service, id, { mobile_number: '0491570157' })
    await retype(page, await cellOf(grid, 'Customer 09', 'Mobile'), '0491570110')
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Mobile of Customer 09 was changed elsewhere/ })
    for (const value of ['0491 570 006', '0491 570 157', '0491 570 110'])
      await dialog.locator('dd').getByText(value).waitFor()
    await picture('06-conflict')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Save 0491 570 110/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '0491 570 110' }).waitFor()
    await page.getByRole('button', { name: 'All changes saved' }).waitFor()
  })

  it('are changed together: the expiry date of those chosen moves by a year, and back', async () => {
    await find(page, 'S10')
    await page.getByText('10 customers found').waitFor()
    const boxes = grid.getByRole('gridcell', { name: 'Not chosen' })
    await boxes.first().click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('4 customers chosen').waitFor()
    await picture('07-chosen')
    await page.getByRole('button', { name: 'Edit 4' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 4 customers' })
    await dialog.getByRole('radio', { name: 'Expiry date one year later' }).check()
    await picture('08-edit-many')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change 4 customers' }).click()
    await page.getByText('4 customers changed.').waitFor()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(4)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Choose none' }).click()
  })

  it('are deleted by name and count, lie in the bin, and are created again as new records', async () => {
    await find(page, 'S13 ABC')
    await grid.getByRole('gridcell', { name: 'Customer 31' }).waitFor()
    await page.getByText('10 customers found').waitFor()
    await grid.getByRole('columnheader', { name: /^Choose all/ }).click()
    await page.getByText('All 10 customers of this list are chosen').waitFor()
    await page.getByRole('button', { name: 'Delete 10' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 10 customers?' })
    await question
      .getByText(/Customer 3\d, S13\dABC/)
      .first()
      .waitFor()
    await picture('09-delete')
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Delete 10 customers' }).click()
    await page.getByText('No customer matches').waitFor()
    await page.getByRole('button', { name: 'Show all customers' }).click()
    await page.getByRole('button', { name: 'Bin (10)' }).click()
    await page.getByText('10 customers', { exact: true }).waitFor()
    await picture('10-bin')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Search the bin' }).fill('Customer 33')
    await page.getByText('1 customer found').waitFor()
    await page.getByRole('button', { name: 'Create again' }).click()
    const again = page.getByRole('dialog', { name: /^Create Customer 33/ })
    await again.getByText(/new record with a new number/).waitFor()
    await picture('11-restore')
    await again.getByRole('button', { name: 'Create it again' }).click()
    await page.getByText(/on the way back, as a new record/).waitFor()
    await page.getByText('Nothing in the bin fits this search.').waitFor({ timeout: 40_000 })
    await page.getByRole('textbox', { name: 'Search the bin' }).fill('')
    await page.getByText('9 customers', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Empty the bin' }).click()
    await page
      .getByRole('dialog', { name: /^Empty the bin/ })
      .getByRole('button', { name: 'Empty the bin' })
      .click()
    await page.getByText('The bin is empty').waitFor()
    await picture('12-bin-empty')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'To the customers' }).click()
    await find(page, 'Customer 33')
    await page.getByText('1 customer found').waitFor()
  })

  it('show everything when one is opened, and lead to the look-up of the car', async () => {
    await find(page, 'Customer 09')
    await (await cellOf(grid, 'Customer 09', 'Rego')).click()
    const details = page.getByRole('complementary', { name: 'Details of Customer 09' })
    await details.getByText('Salesperson').waitFor()
    await details
      .getByText(/Mobile.* from .*0491/i)
      .first()
      .waitFor()
    await picture('13-details')
    expect(await seriousFindings(page)).toEqual([])
    await details.getByRole('button', { name: 'Look up this car' }).click()
    await page.waitForURL(/lookup/)
    await page.goBack()
    await grid.getByRole('gridcell').first().waitFor()
  })

  it('stay usable in a small window and at twice the size', async () => {
    const before = page.viewportSize()
    for (const [width, height] of [
      [1024, 700],
      [660, 430],
    ] as const) {
      await page.setViewportSize({ width, height })
      await grid.getByRole('gridcell').first().waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      await picture(`14-${width}`)
      expect(await seriousFindings(page)).toEqual([])
    }
    if (before) await page.setViewportSize(before)
  })
})

describe('the customers, by keyboard and for Excel', () => {
  let desk: Desk
  let page: Page
  let grid: Locator

  beforeAll(async () => {
    desk = await sitDown()
    page = desk.page
    grid = desk.grid
    await desk.forecourt.context.grantPermissions(['clipboard-read'])
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('clientName')
    const turn = page.getByRole('button', { name: /^Sorted from the last/ })
    await turn.click()
    await find(page, 'customer')
    await page.getByText('40 customers found').waitFor()
    await grid.getByRole('row').nth(1).getByText('Customer 00').waitFor()
  })
  afterAll(async () => {
    await desk?.forecourt.close()
    await desk?.service.stop()
  })

  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  it('cells are marked with Shift, and copied so that Excel takes them as they are', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('2 rows by 2 columns marked').waitFor()
    await desk.forecourt.screenshot('customers-marked')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+C')
    expect(await clipboard()).toBe('Customer 00\tS100ABC\r\nCustomer 01\tS101ABC')
    await page.getByRole('button', { name: 'Copy with titles' }).click()
    await page.getByText('2 rows copied.').waitFor()
    expect(await clipboard()).toBe('Name\tRego\r\nCustomer 00\tS100ABC\r\nCustomer 01\tS101ABC')
  })

  it('all cells are marked with Ctrl+A, and left with Escape', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Control+A')
    await page.getByText(/^40 rows by 9 columns marked/).waitFor()
    await page.keyboard.press('Control+C')
    const rows = (await clipboard()).split('\r\n')
    expect(rows).toHaveLength(40)
    expect(rows[39]?.split('\t')).toHaveLength(9)
    await page.keyboard.press('Escape')
    await page.getByText(/columns marked/).waitFor({ state: 'hidden' })
  })

  it('typing begins a change, Tab keeps it and goes on, Escape leaves the next as it was', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 01' }).click()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Tab')
    await grid.getByRole('gridcell', { name: 'Typed' }).waitFor()
    await page.keyboard.type('nonsense')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F2')
    await page.keyboard.press('Escape')
    expect(await grid.getByText('nonsense').count()).toBe(0)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Control+Home')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Customer 00')
  })

  it('the list is saved as CSV and as a workbook, safe from formulas', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await panel(page, 'Columns').getByRole('checkbox', { name: 'Notes' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export' }).click()
    await desk.forecourt.screenshot('customers-export')
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    const text = await readFile(await (await csv).path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    const lines = text.slice(1).trimEnd().split('\r\n')
    // One of the forty has another name since.
    expect(lines).toHaveLength(40)
    expect(lines[0]).toMatch(/^"?Name"?,"?Rego/)
    expect(text).not.toMatch(/(^|,)"?=1\+1/m)
    await page.getByRole('button', { name: 'Export' }).click()
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Excel workbook/ }).click()
    const bytes = await readFile(await (await workbook).path())
    expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK')
    expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/)
  })
})

describe('the customers, without a network', () => {
  let desk: Desk
  afterAll(async () => {
    await desk?.forecourt.close()
    await desk?.service.stop()
  })

  it('are read, changed and deleted; the changes wait, are there in a new window, and go when the line is back', async () => {
    desk = await sitDown()
    const { service, forecourt } = desk
    await desk.grid.getByRole('gridcell').first().waitFor()
    await find(desk.page, 'Customer 05')
    await desk.grid.getByRole('gridcell', { name: 'Customer 05' }).waitFor()
    await service.control.goDown()
    await retype(desk.page, await cellOf(desk.grid, 'Customer 05', 'Name'), 'Changed Offline')
    await desk.page.getByRole('button', { name: /^1 change waits for the network|^Saving 1 change/ }).waitFor()
    await desk.page.getByRole('button', { name: '1 change waits for the network' }).click({ timeout: 60_000 })
    await panel(desk.page, 'Changes that are not at the service yet').getByText('waiting', { exact: true }).waitFor()
    await forecourt.screenshot('customers-offline')
    expect(await seriousFindings(desk.page)).toEqual([])

    const { page } = desk
    await page.reload()
    const grid = page.getByRole('grid', { name: 'Customers' })
    await find(page, 'S105ABC')
    await grid.getByRole('gridcell', { name: 'Changed Offline' }).waitFor()
    await forecourt.screenshot('customers-offline-again')
    await service.control.comeUp()
    await page.getByRole('button', { name: 'All changes saved' }).waitFor({ timeout: 90_000 })
    await grid.getByRole('gridcell', { name: 'Changed Offline' }).waitFor()
  })
})

describe('an upload', () => {
  let desk: Desk
  afterAll(async () => {
    await desk?.forecourt.close()
    await desk?.service.stop()
  })

  it('is taken back: its customers are counted, and go into the bin after the number was typed', async () => {
    desk = await sitDown({ customers: false })
    const { page, forecourt } = desk
    await page.getByText('No customers yet').waitFor()
    await forecourt.screenshot('customers-empty')
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await sendAll(page)
    await waitForEnd(page)
    await page.getByRole('button', { name: 'Undo upload' }).click()
    const question = page.getByRole('dialog', { name: /^Undo .*: delete \d+ customers\?/ })
    const count = /delete (\d+) customers/.exec((await question.getByRole('heading').innerText()) ?? '')?.[1] ?? ''
    expect(Number(count)).toBeGreaterThan(300)
    await question.getByRole('textbox').fill(count)
    await forecourt.screenshot('customers-undo-upload')
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: `Delete ${count} customers` }).click()
    await page.getByText('No customers yet').waitFor({ timeout: 90_000 })
    await page.getByRole('button', { name: `Open the bin (${count})` }).click()
    await page.getByText(`${count} customers`, { exact: true }).waitFor()
    expect(desk.service.control.customerCount()).toBe(0)
  })
})

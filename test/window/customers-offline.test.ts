import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCustomers, type CustomersWindow, cellOf, find, openCustomers, panel, retype } from './customers-steps.ts'
import { openSpreadsheet, openUploadMenu, sample, sendAll, seriousFindings, waitForEnd } from './steps.ts'
import { longTest } from '../runs.ts'

describe('the list of customers, offline', () => {
  let opened: CustomersWindow
  afterAll(() => closeCustomers(opened))

  it('keeps an edit while offline and after a reload, and sends it when the service is back', async () => {
    opened = await openCustomers()
    const { service, forecourt } = opened
    await opened.grid.getByRole('gridcell').first().waitFor()
    await find(opened.page, 'Customer 05')
    await opened.grid.getByRole('gridcell', { name: 'Customer 05' }).waitFor()
    await service.control.goDown()
    await retype(opened.page, await cellOf(opened.grid, 'Customer 05', 'Name'), 'Changed Offline')
    await opened.page.getByRole('button', { name: /^1 change waiting for a connection|^Saving 1 change/ }).waitFor()
    await opened.page.getByRole('button', { name: '1 change waiting for a connection' }).click({ timeout: 60_000 })
    await panel(opened.page, 'Unsaved changes').getByText('waiting', { exact: true }).waitFor()
    await forecourt.screenshot('customers-offline')
    expect(await seriousFindings(opened.page)).toEqual([])

    const { page } = opened
    await page.reload()
    const grid = page.getByRole('grid', { name: 'Customers' })
    await find(page, 'S105ABC')
    await grid.getByRole('gridcell', { name: 'Changed Offline' }).waitFor()
    await forecourt.screenshot('customers-offline-again')
    await service.control.comeUp()
    await page.getByRole('button', { name: 'All saved' }).waitFor({ timeout: 90_000 })
    await grid.getByRole('gridcell', { name: 'Changed Offline' }).waitFor()
  })
})

describe('an upload', () => {
  let opened: CustomersWindow
  beforeAll(async () => {
    opened = await openCustomers({ customers: false })
  })
  afterAll(() => closeCustomers(opened))

  it('is undone after the count is typed, and its customers are in the bin', async () => {
    const { page, forecourt } = opened
    await page.getByText('No customers yet').waitFor()
    await forecourt.screenshot('customers-empty')
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await sendAll(page)
    await waitForEnd(page)
    await openUploadMenu(page, 'Undo upload')
    const question = page.getByRole('dialog', { name: /^Undo .* and delete \d+ customers\?/ })
    const count = /delete (\d+) customers/.exec((await question.getByRole('heading').innerText()) ?? '')?.[1] ?? ''
    expect(Number(count)).toBeGreaterThan(300)
    await question.getByRole('textbox').fill(count)
    await forecourt.screenshot('customers-undo-upload')
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: `Delete ${count} customers` }).click()
    await page.getByText('No customers yet').waitFor({ timeout: 90_000 })
    await page.getByRole('button', { name: `Open bin (${count})` }).click()
    await page.getByText(`${count} customers`, { exact: true }).waitFor()
    expect(opened.service.control.customerCount()).toBe(0)
  })

  longTest('whose answer was lost shows its rows beside the customer list, and recommends an answer', async () => {
    const { page, service, forecourt } = opened
    await page.getByRole('link', { name: 'Import customers' }).click()
    const cars = ['LST101', 'LST102', 'LST103']
    const lines = cars.map((rego, at) => `${rego},VIC,Lost Customer ${at + 1}`)
    await openSpreadsheet(page, {
      name: 'lost.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Rego,State,Customer Name', ...lines].join('\n')),
    })
    await page
      .getByRole('button', { name: /^Send \d/ })
      .first()
      .click()
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('switch', { name: 'Add a row reference' }).click()
    service.control.settings.failingRegos = new Set(['LST102'])
    service.control.dropNextResponse({ method: 'POST', path: '/v2/recapture/upload', after: 'effect' })
    await page.getByRole('button', { name: /^Send [\d,]+ rows?$/ }).click()
    const question = page.getByRole('alert').filter({ hasText: 'Did batch 1 arrive?' })
    await question.getByText('2 of 3 rows are in the customer list. More may follow.').waitFor()
    await question.getByText('Recommended: Decide later.').waitFor()
    await question.getByRole('row', { name: '3 LST102 Lost Customer 2 Not in the list' }).waitFor()
    await question.getByRole('row', { name: '2 LST101 Lost Customer 1 LST101, Lost Customer 1' }).waitFor()
    await forecourt.screenshot('upload-lost-answer')
    expect(await seriousFindings(page)).toEqual([])

    await question.getByRole('button', { name: 'Decide later' }).click()
    await page.getByRole('button', { name: 'Decide now' }).click()
    await question.getByText('1 row not in the list will be looked for again.').waitFor()
    await question.getByRole('button', { name: 'They arrived' }).click()
    await waitForEnd(page)
    await page.getByText('1 row not listed by the service yet. Forecourt keeps checking.').first().waitFor()
    expect(service.control.customerCount()).toBe(2)
  })
})

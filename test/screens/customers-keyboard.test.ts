import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { MethodOutput } from '../../src/contract/methods.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { cellOf, openListOption, showColumn } from '../window/customers-steps.ts'
import { clipboardOf, numberedCustomers, openCustomers } from './customer-screen.ts'
import { seriousFindings } from './findings.ts'

const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent)

const exported = (content: string, changes: Partial<MethodOutput<'customers.export'>> = {}) =>
  success({ fileName: 'Customers.csv', mimeType: 'text/csv', encoding: 'utf8', content, rows: 12, ...changes } as const)

async function download(page: Page, format: RegExp): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: format }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

describe('the list of customers, by keyboard and for Excel', () => {
  it('copies cells that are selected with Shift as a table for Excel', async () => {
    const { page, grid } = await openCustomers()
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('4 cells selected').first().waitFor()
    const selected = grid.locator('[role=gridcell][aria-selected=true]')
    expect(await selected.allInnerTexts()).toEqual(['Customer 00', 'S100ABC', 'Customer 01', 'S101ABC'])
    await page.keyboard.press('Control+C')
    await expect.poll(() => clipboardOf(page)).toBe('Customer 00\tS100ABC\r\nCustomer 01\tS101ABC')
    await page.getByRole('button', { name: 'Copy with headers' }).click()
    await page.getByText('2 rows copied.').waitFor()
    expect(await clipboardOf(page)).toBe('Name\tRego\r\nCustomer 00\tS100ABC\r\nCustomer 01\tS101ABC')
  })

  longTest('reaches the last row of a list that is too long for Chromium at the usual height of its rows', async () => {
    const total = 1_400_000
    const { page, grid } = await openCustomers({
      prepare: (host) =>
        host.answer('customers.list', ({ offset, limit }) => {
          const numbers = Array.from({ length: Math.min(limit, total - offset) }, (_, at) => offset + at)
          const customers = numbers.map((at) => customer(`customer-${at}`, { clientName: `Customer ${at}` }))
          return success({ total, customers })
        }),
    })
    await grid.getByRole('gridcell', { name: 'Customer 0', exact: true }).click()
    await page.keyboard.press('Control+End')
    const topOf = (row: number) =>
      grid.locator(`[data-row="${row}"]`).evaluate((row) => row.getBoundingClientRect().top)
    const last = grid.getByRole('gridcell', { name: `Customer ${total - 1}`, exact: true })
    await expect
      .poll(() =>
        last.evaluate((cell) => {
          const { left, top, width, height } = cell.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + height - 2) === cell
        }),
      )
      .toBe(true)
    // So far down, Chromium places elements at even pixels only.
    expect([22, 23, 24]).toContain((await topOf(total - 1)) - (await topOf(total - 2)))
  })

  longTest('selects all cells with Ctrl+A, and none with Escape', async () => {
    const { page, grid } = await openCustomers()
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Control+A')
    await page.getByText('96 cells selected').first().waitFor()
    await page.keyboard.press('Control+C')
    await expect.poll(async () => (await clipboardOf(page)).split('\r\n').length).toBe(12)
    expect((await clipboardOf(page)).split('\r\n')[11]?.split('\t')).toHaveLength(8)
    await page.keyboard.press('Escape')
    await page
      .getByText(/cells selected/)
      .first()
      .waitFor({ state: 'hidden' })
  })

  it('starts an edit by typing, saves it with Tab, and cancels the next with Escape', async () => {
    const { host, page, grid } = await openCustomers()
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
    expect(host.inputsOf('customers.edit')).toMatchObject([{ id: 'customer-1', field: 'clientName', value: 'Typed' }])
  })

  longTest('goes to the last and the first cell with Ctrl+End and Ctrl+Home, and back a page', async () => {
    const { page, grid } = await openCustomers({ customers: numberedCustomers(40) })
    await grid.getByRole('gridcell', { name: 'Customer 01' }).click()
    await page.keyboard.press('Control+End')
    await grid.getByRole('gridcell', { name: 'Customer 39' }).waitFor()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => focused(page)).toBe('Customer 00')
  })

  longTest('exports CSV and a workbook of the columns that it shows', async () => {
    const { host, page } = await openCustomers({
      prepare: (twin) =>
        twin.answer('customers.facts', () =>
          success({
            states: [],
            uploads: [],
            fields: [{ name: 'Notes', count: 12 }],
            missingVin: 0,
            missing: { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 0 },
            doNotContact: 0,
            outcomes: [],
            makes: [],
          }),
        ),
    })
    await showColumn(page, 'Notes')
    host.answer('customers.export', () => exported('\uFEFFName,Rego\r\n'))
    await openListOption(page, 'Export')
    expect(await download(page, /^CSV/)).toEqual({ name: 'Customers.csv', text: '\uFEFFName,Rego\r\n' })
    host.answer('customers.export', () =>
      exported(Buffer.from('PK').toString('base64'), { fileName: 'Customers.xlsx', encoding: 'base64' }),
    )
    await openListOption(page, 'Export')
    expect(await download(page, /^Excel workbook/)).toEqual({ name: 'Customers.xlsx', text: 'PK' })
    const [csv, workbook] = host.inputsOf('customers.export')
    expect([csv?.format, workbook?.format]).toEqual(['csv', 'xlsx'])
    expect(csv?.columns).toEqual(expect.arrayContaining(['clientName', 'rego', 'field:Notes']))
  })

  longTest('copies a single cell with a formula as text', async () => {
    const { page, grid } = await openCustomers({
      customers: [customer('priya', { clientName: '=1+1' })],
    })
    await grid.getByRole('gridcell', { name: '=1+1' }).click()
    await page.keyboard.press('Control+C')
    await expect.poll(() => clipboardOf(page)).toBe("'=1+1")
  })

  longTest(
    'opens the customer with Ctrl+Enter in a cell that can be edited, and leads to its saved look-up',
    async () => {
      const savedLookup = { id: 'saved', title: '2019 Toyota RAV4 GXL', at: '2026-11-18T02:00:00Z' }
      const { page, grid } = await openCustomers({ customers: [customer('priya', { savedLookup })] })
      await grid.getByRole('gridcell', { name: 'Priya Raman' }).click()
      await page.keyboard.press('Control+Enter')
      const details = page.getByRole('complementary', { name: 'Details of Priya Raman' })
      await details.getByText(/^Saved look-up/).waitFor()
      expect(await focused(page)).toBe('Priya Raman')
      const link = details.getByRole('link', { name: /, looked up / })
      expect(await link.getAttribute('href')).toContain('/lookup/saved')
    },
  )
})

describe('the numbers of Do Not Contact customers', () => {
  const number = '0491 570 006'
  const forbidden = customer('priya', { doNotContact: true, mobileNumber: null, hiddenNumbers: ['mobileNumber'] })

  it('are in a copy only after Include numbers', async () => {
    const { host, page, grid } = await openCustomers({ customers: [forbidden] })
    host.answer('customers.copyNumbers', () =>
      success({ customers: [{ id: 'priya', numbers: { mobileNumber: '0491570006' } }] }),
    )
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await (await cellOf(grid, 'Priya Raman', 'Mobile')).click()
    await page.keyboard.press('Control+C')
    await page.getByText('1 Do Not Contact number left out. Including it is recorded.').waitFor()
    expect(await clipboardOf(page)).toBe('')
    expect(host.inputsOf('customers.copyNumbers')).toEqual([])
    await page.getByRole('button', { name: 'Include numbers' }).click()
    await expect.poll(() => clipboardOf(page)).toBe(number)
  })

  it('are in an export only when they are included', async () => {
    const { host, page } = await openCustomers({
      customers: [forbidden],
      prepare: (twin) =>
        twin.answer('customers.export', ({ includeDoNotContactNumbers }) =>
          exported(includeDoNotContactNumbers ? number : ''),
        ),
    })
    await openListOption(page, 'Export')
    expect((await download(page, /^CSV/)).text).toBe('')
    await openListOption(page, 'Export')
    await page.getByRole('checkbox', { name: 'Include numbers of Do Not Contact customers' }).check()
    expect(await seriousFindings(page)).toEqual([])
    expect((await download(page, /^CSV/)).text).toBe(number)
    expect(host.inputsOf('customers.export')).toHaveLength(2)
  })

  it('are hidden in the comparison of a conflict until they are shown', async () => {
    const edit = {
      editId: 'edit',
      field: 'mobileNumber',
      value: null,
      state: 'conflict',
      failure: null,
      elsewhere: null,
    } as const
    const { host, page } = await openCustomers({
      customers: [{ ...forbidden, edits: [edit] }],
      prepare(twin) {
        twin.answer('customers.edits', () =>
          success({
            edits: [{ ...edit, customerId: 'priya', clientName: 'Priya Raman', before: null, hidden: true }],
          }),
        )
        twin.answer('customers.revealMobile', () =>
          success({
            mobileNumber: '0491570110',
            otherNumbers: {},
            edits: [{ editId: 'edit', before: '0491570006', value: '0491570110', elsewhere: '0491570157' }],
          }),
        )
      },
    })
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Mobile of Priya Raman was also changed/ })
    await expect.poll(() => dialog.locator('dd').getByText('Hidden').count()).toBe(3)
    expect(await dialog.innerText()).not.toContain('0491')
    expect(host.inputsOf('customers.revealMobile')).toEqual([])
    await dialog.getByRole('button', { name: 'Show numbers' }).click()
    for (const value of [number, '0491 570 157', '0491 570 110']) await dialog.locator('dd').getByText(value).waitFor()
    host.answer('customers.dropEdit', () => success({ ...forbidden, edits: [] }))
    host.answer('customers.edits', () => success({ edits: [] }))
    await dialog.getByRole('button', { name: 'Keep theirs' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(host.inputsOf('customers.dropEdit')).toEqual([{ editId: 'edit' }])
  })
})

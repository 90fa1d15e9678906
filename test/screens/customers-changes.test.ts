import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CustomerChange } from '../../src/contract/customer-changes.ts'
import type { Customer } from '../../src/contract/customer-record.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { cellOf, find, panel, retype, showColumn } from '../window/customers-steps.ts'
import { numberedCustomers, openCustomers } from './customer-screen.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { answerCustomers, customersStatus } from './standard-answers.ts'

describe('an edited cell', () => {
  it('with an invalid value is rejected with its reason, and the fixed one is saved', async () => {
    const { page, grid } = await openCustomers()
    await retype(page, await cellOf(grid, 'Customer 08', 'Sale date'), '31/2/2023')
    const notice = page.getByText('The sale date of Customer 08 was not saved.')
    await notice.waitFor()
    await page.getByText('There is no such day.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Fix', exact: true }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('28/2/2023')
    await page.keyboard.press('Enter')
    await notice.waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '28/2/2023' }).waitFor()
  })

  it('that was also changed elsewhere is compared, and overwrites the other value only on request', async () => {
    const values = { before: '0491570006', value: '0491570110', elsewhere: '0491570157' }
    const edit = { editId: 'edit', field: 'mobileNumber', state: 'conflict', failure: null } as const
    const [own, ...others] = numberedCustomers(12)
    const { host, page, grid } = await openCustomers()
    const become = (changes: Partial<Customer>) => {
      const changed = { ...(own as Customer), ...changes }
      answerCustomers(host, [changed, ...others])
      host.announce({ name: 'customers.changed' })
      return success(changed)
    }
    host.answer('customers.edit', () => {
      const listed = { ...edit, ...values, customerId: 'customer-0', clientName: 'Customer 00', hidden: false }
      host.answer('customers.edits', () => success({ edits: [listed] }))
      return become({ edits: [{ ...edit, value: values.value, elsewhere: values.elsewhere }] })
    })
    host.answer('customers.retryEdit', () => {
      host.answer('customers.edits', () => success({ edits: [] }))
      return become({ mobileNumber: values.value })
    })
    await retype(page, await cellOf(grid, 'Customer 00', 'Mobile'), '0491570110')
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Mobile of Customer 00 was also changed/ })
    for (const value of ['0491 570 006', '0491 570 157', '0491 570 110'])
      await expect.poll(() => dialog.locator('dd').getByText(value).count()).toBe(1)
    expect(host.inputsOf('customers.retryEdit')).toEqual([])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '0491 570 110' }).waitFor()
    await page.getByRole('button', { name: 'All saved' }).waitFor()
    expect(host.inputsOf('customers.retryEdit')).toMatchObject([{ editId: 'edit', overwrite: true }])
  })
})

describe('the selected customers', () => {
  it('get a later expiry together, which is undone', async () => {
    const expiring = (year: number): Customer[] =>
      numberedCustomers(12).map((each, at) => (at < 4 ? { ...each, expiryDate: `${year}-06-30` } : each))
    const { host, page, grid } = await openCustomers({ customers: expiring(2027) })
    host.answer('customers.editMany', () => {
      answerCustomers(host, expiring(2028))
      return success({ group: 'group-1', changed: 4, unchanged: 0, refused: [], forbidden: 0 })
    })
    host.answer('customers.undo', () => {
      answerCustomers(host, expiring(2027))
      return success({ undone: 'Undone: 4 customers changed.' })
    })
    await showColumn(page, 'Expiry date')
    const boxes = grid.getByRole('gridcell', { name: 'Not selected' })
    await boxes.first().click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Edit 4' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 4 customers' })
    await dialog.getByText('Choose a change.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Change 4 customers' }).isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Set a value' }).check()
    await dialog.getByText('The value is validated before it is saved.').waitFor()
    expect(await dialog.getByText('The service deletes').count()).toBe(0)
    await dialog.getByRole('radio', { name: 'Extend expiry by 1 year' }).check()
    await dialog.getByText(/The service deletes each customer on its expiry date\./).waitFor()
    await dialog.getByRole('button', { name: 'Change 4 customers' }).click()
    await page.getByText('4 customers changed.').waitFor()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(4)
    expect(host.inputsOf('customers.editMany')).toEqual([
      {
        selection: { by: 'ids', ids: ['customer-0', 'customer-1', 'customer-2', 'customer-3'] },
        change: { do: 'move-date', field: 'expiryDate', years: 1, months: 0 },
      },
    ])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(0)
  })

  it('are deleted after a question that names them, and are then in the bin', async () => {
    const { host, page, grid } = await openCustomers({ customers: numberedCustomers(20) })
    host.answer('customers.delete', () => {
      answerCustomers(host, numberedCustomers(10))
      host.answer('customers.list', () => success({ total: 0, customers: [] }))
      host.answer('customers.status', () => success(customersStatus({ total: 10, inBin: 10 })))
      host.answer('customers.bin', () => success({ total: 10, records: [] }))
      host.announce({ name: 'customers.changed' })
      return success({ deleting: 10 })
    })
    await find(page, 'S11')
    await page.getByText('10 customers found').waitFor()
    await grid.getByRole('columnheader', { name: /^Select all/ }).click()
    await page.getByText('All 10 selected').waitFor()
    await page.getByRole('button', { name: 'Delete 10' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 10 customers?' })
    await question
      .getByText(/Customer 1\d, S11\dABC/)
      .first()
      .waitFor()
    expect(host.inputsOf('customers.delete')).toEqual([])
    await question.getByRole('button', { name: 'Delete 10 customers' }).click()
    await page.getByText('No matching customers').waitFor()
    expect(host.inputsOf('customers.delete')).toMatchObject([
      { selection: { by: 'filter', filter: { search: 'S11' } } },
    ])
    await page.getByRole('button', { name: 'Show all customers' }).click()
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('button', { name: /^Bin \(10\)/ }).click()
    await page.getByText('10 customers', { exact: true }).waitFor()
  })
})

describe('a deletion', () => {
  it('waits while Undo is offered, and the state of the list says so', async () => {
    const { host, page, grid } = await openCustomers()
    host.answer('customers.delete', () => {
      const deletions = { pending: 1, held: 1, failed: 0 }
      host.answer('customers.status', () => success(customersStatus({ total: 12, deletions, inBin: 1 })))
      host.announce({ name: 'customers.changed' })
      return success({ deleting: 1 })
    })
    let undone = 0
    host.answer('customers.undo', () => {
      undone += 1
      return success({ undone: '1 customer kept.' })
    })
    host.answer('customers.nextUndo', () => success({ customers: 1, step: 'g', redo: 0 }))
    await (await cellOf(grid, 'Customer 05', 'Rego')).click()
    await page.keyboard.press('Control+Delete')
    await page.getByRole('button', { name: 'Delete customer' }).click()
    await page.getByText(/^Deleting Customer 05.*Undo now to keep the record/).waitFor()
    const [input] = host.inputsOf('customers.delete')
    expect(input?.holdMs).toBeGreaterThanOrEqual(10_000)
    await page.getByRole('button', { name: '1 deletion not sent yet' }).click()
    await panel(page, 'Unsaved changes')
      .getByText(/waits a few seconds, so that Undo keeps the record/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => undone).toBe(1)
  })

  it('that waited when Forecourt closed is named at the next start, with a way to the bin', async () => {
    const { host, page } = await openCustomers({
      prepare(twin) {
        twin.answer('customers.takeResumedDeletions', () => success({ customers: 2 }))
        twin.answer('customers.bin', () => success({ total: 0, records: [] }))
      },
    })
    await page.getByText('2 customers that you deleted before Forecourt closed are being deleted now.').waitFor()
    await page.getByRole('button', { name: 'Show bin' }).click()
    await page.getByRole('heading', { name: 'Bin', level: 1 }).waitFor()
    expect(host.inputsOf('customers.takeResumedDeletions')).toHaveLength(1)
  })
})

describe('the bin', () => {
  async function openBin() {
    const host = createPracticeHost()
    let inBin = numberedCustomers(10)
    host.answer('customers.bin', ({ search = '' }) => {
      const found = inBin.filter(({ clientName }) => clientName?.includes(search))
      const records = found.map((customer) => ({
        customer,
        deletedAt: '2026-11-19T23:00:00Z',
        pending: false,
        restoreUploadId: null,
      }))
      return success({ total: found.length, records })
    })
    host.answer('customers.restore', ({ ids }) => {
      inBin = inBin.filter(({ id }) => !ids.includes(id))
      return success({ uploadId: 'upload-1', customers: ids.length })
    })
    host.answer('customers.emptyBin', () => {
      const removed = inBin.length
      inBin = []
      return success({ removed })
    })
    const page = await openWindow('/customers/bin', host)
    await page.getByText('10 customers', { exact: true }).waitFor()
    return { host, page }
  }

  longTest('has the focus in its heading when it is opened from a menu that is gone', async () => {
    const { page } = await openCustomers({
      prepare: (twin) => twin.answer('customers.bin', () => success({ total: 0, records: [] })),
    })
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('button', { name: /^Bin/ }).focus()
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: 'Bin', level: 1 })
    await expect.poll(() => heading.and(page.locator(':focus')).count()).toBe(1)
  })

  it('restores a record as a new one after a question', async () => {
    const { host, page } = await openBin()
    await page.getByRole('searchbox', { name: 'Search bin' }).fill('Customer 03')
    await page.getByText('1 customer found').waitFor()
    await page.getByRole('button', { name: /^Restore Customer 03/ }).click()
    const question = page.getByRole('dialog', { name: /^Restore Customer 03/ })
    await question.getByText(/as a new record/).waitFor()
    await question.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Restoring 1 customer as a new record.').waitFor()
    await page.getByText('No matching customers. Try clearing the search.').waitFor()
    expect(host.inputsOf('customers.restore')).toEqual([{ ids: ['customer-3'] }])
    await page.getByRole('searchbox', { name: 'Search bin' }).fill('')
    await page.getByText('9 customers', { exact: true }).waitFor()
  })

  it('is emptied after a question, and leads back to the customers', async () => {
    const { host, page } = await openBin()
    await page.getByRole('button', { name: 'Empty bin' }).click()
    const question = page.getByRole('dialog', { name: /^Empty the bin/ })
    await question.getByRole('button', { name: 'Empty bin' }).click()
    await page.getByText('The bin is empty').waitFor()
    expect(host.inputsOf('customers.emptyBin')).toEqual([{ ids: null, most: 10 }])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Show customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })
})

describe('the number of a Do Not Contact customer', () => {
  const number = '0491 570 006'
  const shownText = (page: Page): Promise<string> => page.locator('main, body').first().innerText()

  it('is hidden at once, and shown on request with an entry in the history, until contact is allowed', async () => {
    const { host, page, grid } = await openCustomers({ customers: numberedCustomers(1) })
    const revealed: CustomerChange = {
      id: 'change-1',
      group: 'group-1',
      at: '2026-11-19T23:31:00Z',
      customerId: 'customer-0',
      kind: 'revealed',
      field: null,
      before: null,
      after: null,
      words: 'Do Not Contact number shown',
      undone: false,
    }
    host.answer('customers.revealMobile', () => {
      host.answer('customers.history', () => success({ uploads: [], changes: [revealed] }))
      host.announce({ name: 'customers.changed' })
      return success({ mobileNumber: '0491570006', otherNumbers: {}, edits: [] })
    })
    const mobile = await cellOf(grid, 'Customer 00', 'Mobile')
    await grid.getByRole('gridcell', { name: 'Open' }).click()
    const details = page.getByRole('complementary', { name: 'Details of Customer 00' })
    await details.getByText(number).waitFor()
    await details.getByRole('button', { name: 'Do not contact' }).click()
    await expect.poll(() => mobile.innerText()).toContain('Hidden')
    await expect.poll(() => shownText(page)).not.toContain(number)
    expect(host.inputsOf('customers.revealMobile')).toEqual([])
    await details.getByRole('button', { name: 'Show the hidden number' }).click()
    await details.getByText(number).waitFor()
    await details.getByText('Do Not Contact number shown').waitFor()
    await details.getByRole('button', { name: 'Hide' }).click()
    await details.getByText(number).waitFor({ state: 'hidden' })
    await details.getByRole('button', { name: 'Allow contact' }).click()
    const question = page.getByRole('dialog', { name: 'Allow contact with Customer 00?' })
    await question.getByRole('button', { name: 'Allow contact' }).click()
    await expect.poll(() => mobile.innerText()).toContain(number)
  })
})

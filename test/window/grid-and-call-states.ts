import { groupsToCall } from '../../src/contract/call-group.ts'
import type { Locator } from 'playwright-core'
import type { PracticeRecords } from './every-screen.ts'
import { pasteText } from './grid-steps.ts'
import type { Harness } from './harness.ts'
import { goTo } from './controls.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import type { Take } from './screen-states.ts'

/** States of the customers, the check, the calls and a bulk look-up, for the tour and its pictures. */

async function openMenu(cell: Locator): Promise<void> {
  await cell.page().keyboard.press('Escape')
  await cell.click({ button: 'right' })
  await cell.page().getByRole('menu').waitFor()
}

/** Selected cells, a paste preview, the menu and filters. */
export async function takeCustomerGrid(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  await goTo(page, '/customers')
  const grid = page.getByRole('grid', { name: 'Customers' })
  // A search of an earlier state goes.
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('')
  // In the order of names, a new sighting moves no row.
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await page.keyboard.press('Escape')
  await grid.getByRole('columnheader', { name: 'Name', exact: true }).and(page.locator('[aria-sort$=ending]')).waitFor()
  const mobile = (row: number): Locator =>
    grid
      .locator(`[data-row="${row}"]`)
      .getByRole('gridcell')
      .filter({ hasText: /^04\d\d \d{3} \d{3}$/ })
  await mobile(1).click()
  await mobile(4).click({ modifiers: ['Shift'] })
  await page.getByRole('status').filter({ hasText: '4 cells selected' }).waitFor({ state: 'attached' })
  await take(forecourt, 'customers-cells')
  await take(forecourt, 'customers-menu', { again: () => openMenu(mobile(2)) })
  await page.keyboard.press('Escape')
  await mobile(1).click()
  await pasteText(page, '0491 570 110\t1/2/2020\r\n12345\t31/2/2020\r\n')
  await page
    .getByRole('dialog', { name: 'Paste cells' })
    .getByRole('button', { name: /^Paste / })
    .waitFor()
  await take(forecourt, 'customers-paste')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Paste cells' }).waitFor({ state: 'hidden' })
  const filter = page.getByRole('dialog', { name: 'Filter customers' })
  await page.getByRole('button', { name: /^Filter\b/ }).click()
  await filter.getByRole('button', { name: 'Never seen' }).click()
  await filter.getByRole('checkbox', { name: /^NSW \(/ }).check()
  await page.getByRole('switch', { name: 'Filter Never seen for sale' }).waitFor()
  await take(forecourt, 'customers-filter')
  await page.keyboard.press('Escape')
  await filter.waitFor({ state: 'hidden' })
  await take(forecourt, 'customers-filtered')
  await page.getByRole('searchbox').fill('hilux zzz')
  await page.getByRole('heading', { name: 'No matching customers' }).waitFor()
  await take(forecourt, 'customers-nothing')
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await page.getByRole('searchbox').fill('')
}

/** The other density, for a picture: the rows are only higher. */
export async function takeComfortableCustomers(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  await goTo(page, '/customers')
  for (const density of ['comfortable', 'compact'] as const) {
    await callProgram(page, 'app.setPreferences', { density })
    await page.reload()
    await page.getByRole('grid', { name: 'Customers' }).getByRole('gridcell').first().waitFor()
    if (density === 'comfortable') await take(forecourt, 'customers-comfortable')
  }
}

/** The preview of a paste, the menu and the details of a row in the check of a draft. */
export async function takeCheckGrid(forecourt: Harness, { draftId }: PracticeRecords, take: Take): Promise<void> {
  const { page } = forecourt
  await callProgram(page, 'drafts.setStep', { id: draftId, step: 'check' })
  await goTo(page, `/import/${draftId}`)
  const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
  const cell = (row: number, column: number): Locator => grid.locator(`[data-row="${row}"] > [data-column="${column}"]`)
  await cell(0, 3).click()
  const group = page.getByRole('button', { name: /^“Vctoria” isn’t a state/ })
  await group.click()
  await page.getByRole('button', { name: 'Exclude rows', exact: true }).waitFor()
  await take(forecourt, 'import-check-group')
  await group.click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await take(forecourt, 'import-check-details')
  await page.keyboard.press('Escape')
  await take(forecourt, 'import-check-menu', { again: () => openMenu(cell(1, 3)) })
  await page.keyboard.press('Escape')
  await cell(0, 3).click()
  await pasteText(page, 'VIC\tZoe Bell\r\nNowhere\tYan Bell\r\n')
  await page.getByRole('dialog', { name: 'Paste cells' }).waitFor()
  await take(forecourt, 'import-check-paste')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Paste cells' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+h')
  const replace = page.getByRole('dialog', { name: 'Find and replace' })
  await replace.getByRole('textbox', { name: 'Find' }).fill('Vctoria')
  await replace.getByRole('textbox', { name: 'Replace with' }).fill('VIC')
  await replace.getByRole('button', { name: /^Replace in [1-9]/ }).waitFor()
  await take(forecourt, 'import-check-replace')
  await page.keyboard.press('Escape')
}

/** A call card with history and market, a call-back, one outcome for several cars, and the search in the uploads. */
export async function takeCalls(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  await callProgram(page, 'people.add', { name: 'Jo Taylor' })
  const { cars } = await callProgram(page, 'sightings.list', { groups: [...groupsToCall], offset: 0, limit: 20 })
  const [first, ...others] = cars.map(({ customer }) => customer.id)
  if (!first) throw new Error('The call list is empty.')
  const note = { nextAction: '', nextDate: null, nextTime: null, amount: null }
  for (const [at, customerId] of others.entries()) {
    const outcome = (['voicemail', 'price_gap', 'bought', 'not_interested'] as const)[at]
    if (outcome) await callProgram(page, 'sightings.record', { ...note, note: 'Rang at lunch', customerId, outcome })
  }
  const said = 'Wants to think about it, and to know what the car is worth.'
  await callProgram(page, 'sightings.record', { ...note, note: said, customerId: first, outcome: 'no_answer' })
  await callProgram(page, 'sightings.compare', { customerId: first, kms: 85_000, refresh: false })
  await goTo(page, '/sightings')
  // A search of an earlier state goes.
  await page.reload()
  const list = page.getByRole('tree', { name: 'Call list' })
  const rows = list.locator('[role=treeitem][aria-level="2"]')
  await rows.nth(3).waitFor()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill(cars[0]?.customer.clientName ?? '')
  await rows.first().click()
  await page.getByRole('region', { name: 'Call history' }).getByText(said).waitFor()
  await take(forecourt, 'call-card')
  const chooseCallBack = async (): Promise<void> => {
    await list.focus()
    await page.keyboard.press('c')
  }
  await take(forecourt, 'call-back', { again: chooseCallBack })
  await chooseCallBack()
  const calendar = page.getByRole('grid', { name: /^\w+ \d{4}$/ })
  await take(forecourt, 'call-calendar', {
    async again() {
      await page.keyboard.press('Escape')
      await calendar.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Choose the date from a calendar' }).press('Enter')
      await calendar.waitFor()
    },
  })
  await page.keyboard.press('Escape')
  await search.fill('')
  await rows.nth(3).waitFor()
  const otherCars = page.getByRole('button', { name: /^\+\d cars?$/ })
  await list.focus()
  for (const _ of cars) if ((await otherCars.count()) === 0) await page.keyboard.press('ArrowDown')
  if ((await otherCars.count()) > 0) {
    await otherCars.click()
    await page.getByRole('dialog', { name: 'Other cars of this person' }).waitFor()
    await take(forecourt, 'call-other-cars')
    await page.keyboard.press('Escape')
  }
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Outcome' }).click()
  await page.getByRole('dialog', { name: 'Outcome for all' }).waitFor()
  await take(forecourt, 'call-bulk')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await goTo(page, '/uploads')
  await page.getByRole('searchbox', { name: 'Search uploads' }).fill('sold')
  await page.getByRole('region', { name: 'Found uploads' }).getByRole('listitem').first().waitFor()
  await take(forecourt, 'uploads-search')
  // What follows on this screen shows all uploads.
  await page.getByRole('searchbox', { name: 'Search uploads' }).fill('')
}

/** A bulk look-up while it is running: the service cannot be reached in the middle of it. */
export async function takeRunningLookUp(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  const text = Array.from({ length: 400 }, (_, at) => `P${String(at).padStart(5, '0')} VIC`).join('\n')
  const { id } = await callProgram(page, 'bulkLookups.create', { source: { from: 'text', text } })
  const { toAsk } = await callProgram(page, 'bulkLookups.get', { id })
  await goTo(page, `/lookup/bulk/${id}`)
  await page.getByRole('grid', { name: 'Cars' }).waitFor()
  await callProgram(page, 'bulkLookups.start', { id, expectedToAsk: toAsk })
  await waitForAnswer(
    () => callProgram(page, 'bulkLookups.get', { id }),
    ({ counts }) => (counts.queued ?? 0) < 390,
  )
  await callProgram(page, 'practice.set', { outage: 'no-network' })
  await page.getByText('Waiting for the service', { exact: true }).waitFor()
  await take(forecourt, 'bulk-running')
  await callProgram(page, 'practice.set', { outage: 'none' })
  await callProgram(page, 'bulkLookups.cancel', { id })
}

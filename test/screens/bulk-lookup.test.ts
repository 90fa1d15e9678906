import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { BulkLookup, ListedBulkItem } from '../../src/contract/bulk-lookups.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { chooseOption } from '../window/controls.ts'
import { numberedCustomers, openCustomers } from './customer-screen.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const item = (number: number, query: string, changes: Partial<ListedBulkItem> = {}): ListedBulkItem => ({
  number,
  kind: 'plate',
  query,
  state: 'VIC',
  line: number,
  lines: 1,
  status: 'queued',
  note: null,
  title: null,
  vin: null,
  resultId: null,
  answeredAt: null,
  registration: null,
  writeOffs: [],
  ...changes,
})

const plates = (count: number, changes: Partial<ListedBulkItem> = {}): ListedBulkItem[] =>
  Array.from({ length: count }, (_, at) => item(at + 1, `K${String(at).padStart(5, '0')}`, changes))

interface BulkTwin {
  /** Changes the bulk look-up as the program does by itself. */
  change(changes: Partial<BulkLookup>, items?: readonly ListedBulkItem[]): void
}

/** Answers with one bulk look-up. Its numbers follow from its cars. */
function answerBulk(host: HostTwin, given: readonly ListedBulkItem[], changes: Partial<BulkLookup> = {}): BulkTwin {
  let items = given
  const counted = (): Pick<BulkLookup, 'counts' | 'toAsk'> => ({
    counts: Object.fromEntries(
      [...Map.groupBy(items, ({ status }) => status)].map(([status, { length }]) => [status, length]),
    ),
    toAsk: items.filter(({ status }) => status === 'queued').length,
  })
  let lookup: BulkLookup = {
    id: 'bulk',
    name: 'Pasted list',
    source: 'text',
    region: 'au',
    state: 'review',
    createdAt: '2026-11-19T23:29:00Z',
    startedAt: null,
    endedAt: null,
    ...counted(),
    duplicates: 0,
    askAgain: false,
    defaultState: null,
    withoutState: 0,
    table: null,
    problem: null,
    waiting: null,
    secondsLeft: null,
    ...changes,
  }
  const changeTo = (to: Partial<BulkLookup>, newItems = items) => {
    items = newItems
    lookup = { ...lookup, ...counted(), ...to }
    host.announce({ name: 'bulkLookups.changed', subject: 'bulk' })
    return success(lookup)
  }
  const withStatus = (status: ListedBulkItem['status'], from: readonly ListedBulkItem['status'][]): ListedBulkItem[] =>
    items.map((each) => (from.includes(each.status) ? { ...each, status } : each))
  host.answer('bulkLookups.create', () => success({ id: 'bulk' }))
  host.answer('bulkLookups.list', () => success({ jobs: [lookup] }))
  host.answer('bulkLookups.get', () => success(lookup))
  host.answer('bulkLookups.items', ({ statuses = [], offset, limit }) => {
    const found = items.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    return success({ total: found.length, rows: found.slice(offset, offset + limit) })
  })
  host.answer('bulkLookups.change', ({ defaultState = null }) =>
    changeTo(
      { defaultState },
      items.map((each) =>
        each.status === 'invalid' || each.state !== null ? each : { ...each, state: defaultState, status: 'queued' },
      ),
    ),
  )
  host.answer('bulkLookups.removeItems', ({ numbers }) =>
    changeTo(
      {},
      items.filter(({ number }) => !numbers.includes(number)),
    ),
  )
  host.answer('bulkLookups.restoreItems', () => changeTo({}, given))
  host.answer('bulkLookups.start', () => changeTo({ state: 'running', startedAt: '2026-11-19T23:31:00Z' }))
  host.answer('bulkLookups.pause', () => changeTo({ state: 'paused', waiting: null }))
  host.answer('bulkLookups.resume', () => changeTo({ state: 'running' }))
  host.answer('bulkLookups.cancel', () =>
    changeTo({ state: 'cancelled', waiting: null }, withStatus('cancelled', ['queued'])),
  )
  host.answer('bulkLookups.retry', ({ statuses }) => changeTo({ state: 'running' }, withStatus('queued', statuses)))
  return { change: (to, newItems) => void changeTo(to, newItems) }
}

interface BulkScreen extends BulkTwin {
  readonly host: HostTwin
  readonly page: Page
  readonly row: (text: string) => Locator
  readonly button: (name: string | RegExp) => Locator
}

async function openBulk(items: readonly ListedBulkItem[], changes: Partial<BulkLookup> = {}): Promise<BulkScreen> {
  const host = createPracticeHost()
  const twin = answerBulk(host, items, changes)
  const page = await openWindow('/lookup/bulk/bulk', host)
  const grid = page.getByRole('grid', { name: 'Cars' })
  await grid.getByRole('gridcell').first().waitFor()
  return {
    ...twin,
    host,
    page,
    row: (text) => grid.getByRole('row').filter({ hasText: text }),
    button: (name) => page.getByRole('button', { name, exact: true }),
  }
}

it('reads a pasted list for a review, which opens', async () => {
  const host = createPracticeHost()
  answerBulk(host, plates(2))
  const page = await openWindow('/lookup', host)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Bulk look-up', exact: true }).click()
  const list = page.getByRole('textbox', { name: 'Regos and VINs' })
  // Closing the window or its tab asks first.
  const staysOpen = (): Promise<boolean> =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await staysOpen()).toBe(false)
  await list.fill('K00000 VIC\nK00001 VIC')
  expect(await staysOpen()).toBe(true)
  // Another screen meanwhile loses nothing.
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.goBack()
  await expect.poll(() => list.inputValue()).toBe('K00000 VIC\nK00001 VIC')
  await list.press('Control+Enter')
  await page.getByRole('grid', { name: 'Cars' }).waitFor()
  expect(host.inputsOf('bulkLookups.create')).toEqual([{ source: { from: 'text', text: 'K00000 VIC\nK00001 VIC' } }])
  expect(host.inputsOf('bulkLookups.start')).toEqual([])
  expect(await staysOpen()).toBe(false)
})

it('shows the list and the cost before anything is sent, and a state for regos without one', async () => {
  const items = [
    item(1, 'REG4SUCCESS', { lines: 2 }),
    item(2, 'REG4WARNING'),
    item(3, 'ABC123', { state: null, status: 'saved' }),
    item(4, '6T153KK400X33444', { kind: null, state: null, status: 'invalid', note: 'A VIN has 17 characters.' }),
  ]
  const { host, page, row, button } = await openBulk(items, { duplicates: 1, withoutState: 1 })
  await page.getByText('2 look-ups.').waitFor()
  await page.getByText('Each may be charged. Saved results cost nothing.').waitFor()
  await row('6T153KK400X33444').getByText('Invalid').waitFor()
  await row('REG4SUCCESS').getByText('2 times in the list').waitFor()
  await chooseOption(page, 'State for regos without one', 'New South Wales')
  await button('Look up 3 cars').waitFor()
  expect(host.inputsOf('bulkLookups.change')).toMatchObject([{ id: 'bulk', defaultState: 'NSW' }])
  expect(host.inputsOf('bulkLookups.start')).toEqual([])
})

it('removes a car from the list with the Delete key, and brings it back', async () => {
  const { host, page, row, button } = await openBulk([item(1, 'REG4SUCCESS'), item(2, 'ABC123')])
  await row('ABC123').getByRole('gridcell').nth(1).click()
  await page.keyboard.press('Delete')
  await row('ABC123').waitFor({ state: 'detached' })
  await button('Look up 1 car').waitFor()
  expect(host.inputsOf('bulkLookups.removeItems')).toEqual([{ id: 'bulk', numbers: [2] }])
  await button('Undo').click()
  await row('ABC123').waitFor()
  expect(host.inputsOf('bulkLookups.restoreItems')).toEqual([{ id: 'bulk', count: 1 }])
})

it('starts with the number of look-ups that it showed', async () => {
  const { host, page, button } = await openBulk(plates(4))
  await button('Look up 4 cars').click()
  await button('Pause').waitFor()
  expect(host.inputsOf('bulkLookups.start')).toEqual([{ id: 'bulk', expectedToAsk: 4 }])
  expect(await page.getByText('All cars done', { exact: true }).count()).toBe(0)
})

it('shows the result of each car', async () => {
  const items = [
    item(1, 'REG4SUCCESS', { status: 'match', title: '2019 Toyota RAV4 GXL', resultId: 'saved' }),
    item(2, 'REG4WARNING', { status: 'low-quality' }),
    item(3, 'REG4NOMATCH', { status: 'no-match' }),
    item(4, 'REG4VINONLY', { status: 'vin-only' }),
  ]
  const { page, row } = await openBulk(items, { state: 'finished' })
  await page.getByText('All cars done', { exact: true }).waitFor()
  for (const [plate, status] of [
    ['REG4SUCCESS', 'Found'],
    ['REG4WARNING', 'Check match'],
    ['REG4NOMATCH', 'No match'],
    ['REG4VINONLY', 'VIN only'],
  ] as const)
    await expect.poll(() => row(plate).getByText(status).count()).toBe(1)
})

it('shows a known write-off and a stolen car in red, whatever was found', async () => {
  const writeOff = {
    typeCode: 'SWO',
    state: 'NSW',
    recordedDate: '2023-09-18',
    code: null,
    damageCodes: null,
    details: [],
  }
  const { row } = await openBulk(
    [
      item(1, 'REG4SUCCESS', { status: 'match', writeOffs: [writeOff] }),
      item(2, 'REG4WARNING', { status: 'match', registration: 'Registered' }),
      item(3, 'STL123', { status: 'match', registration: 'Stolen' }),
    ],
    { state: 'finished' },
  )
  const text = row('REG4SUCCESS').getByText('Statutory write-off (SWO), 18/9/2023, NSW.')
  await text.waitFor()
  const colours = await Promise.all(
    [text, row('STL123').getByText('Stolen.'), row('REG4WARNING').getByText('Found')].map((each) =>
      each.evaluate((node) => getComputedStyle(node).color),
    ),
  )
  expect(colours[1]).toBe(colours[0])
  expect(colours[2]).not.toBe(colours[0])
  expect(
    await row('REG4WARNING')
      .getByText(/write-off/)
      .count(),
  ).toBe(0)
})

it('exports the results', async () => {
  const { host, page, button } = await openBulk(plates(1, { status: 'match' }), { state: 'finished' })
  host.answer('bulkLookups.export', () =>
    success({ fileName: 'Cars.csv', mimeType: 'text/csv', encoding: 'utf8', content: 'Rego,Status', rows: 1 }),
  )
  await button('Export').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('Rego,Status')
  expect(host.inputsOf('bulkLookups.export')).toEqual([{ id: 'bulk', format: 'csv' }])
})

longTest('says that it waits for the service, is paused and continued, and ends', async () => {
  const waiting = { reason: 'No connection to the service.', until: '2026-11-19T23:40:00Z' }
  const { host, page, button, change } = await openBulk(plates(30), { state: 'running', waiting })
  await page.getByText('Waiting for the service', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await button('Pause').click()
  await page.getByText('30 left. Continue when you are ready.').waitFor()
  await button('Continue').click()
  await expect.poll(() => host.inputsOf('bulkLookups.resume')).toEqual([{ id: 'bulk' }])
  change({ state: 'finished' }, plates(30, { status: 'match' }))
  await page.getByText('All cars done', { exact: true }).waitFor()
  await page.getByText('30 of 30 cars done').first().waitFor()
})

it('says that it was paused because answers were lost', async () => {
  const message = 'Several answers were lost, so the bulk look-up was paused.'
  const { page } = await openBulk(plates(3), { state: 'paused', problem: { kind: 'service-down', message } })
  await page.getByText(message).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

it('asks cars whose answer was lost again only after a confirmation', async () => {
  const { host, page } = await openBulk(plates(3, { status: 'unsure' }), { state: 'finished' })
  await page.getByText(/look-ups may have been charged/).waitFor()
  await page.getByRole('button', { name: 'Look up 3 cars again' }).click()
  const question = page.getByRole('dialog', { name: 'Look up 3 cars again?' })
  await question.getByText(/may be charged a second time/).waitFor()
  expect(host.inputsOf('bulkLookups.retry')).toEqual([])
  await question.getByRole('button', { name: 'Look up again' }).click()
  await page.getByText(/look-ups may have been charged/).waitFor({ state: 'detached' })
  expect(host.inputsOf('bulkLookups.retry')).toMatchObject([{ id: 'bulk', statuses: ['unsure'] }])
})

it('can be cancelled, and the rest is looked up later', async () => {
  const { host, page, button } = await openBulk(plates(10), { state: 'running' })
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel look-up' }).click()
  await page.getByText('10 cars not looked up. The other results are saved.').waitFor()
  await page.getByText(/Cars that are looked up again may be charged/).waitFor()
  await button('Look up the other 10').click()
  await expect.poll(() => host.inputsOf('bulkLookups.retry')).toMatchObject([{ id: 'bulk', statuses: ['cancelled'] }])
})

longTest('stays in the list of bulk look-ups until it is deleted', async () => {
  const host = createPracticeHost()
  answerBulk(host, plates(2, { status: 'match' }), { state: 'finished' })
  const page = await openWindow('/lookup/bulk', host)
  const entries = page.getByRole('listitem').filter({ hasText: 'Pasted list' })
  await entries.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  host.answer('bulkLookups.remove', () => {
    host.answer('bulkLookups.list', () => success({ jobs: [] }))
    return success({})
  })
  await entries.getByRole('button', { name: /^Delete/ }).click()
  expect(host.inputsOf('bulkLookups.remove')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => entries.count()).toBe(0)
  expect(host.inputsOf('bulkLookups.remove')).toEqual([{ id: 'bulk' }])
})

longTest('takes its cars from a file', async () => {
  const host = createPracticeHost()
  answerBulk(host, plates(2), { name: 'cars-to-check.csv', source: 'file' })
  host.chosenFile = success({ fileId: 'cars', name: 'cars-to-check.csv', sizeBytes: 60 })
  const page = await openWindow('/lookup/bulk', host)
  await page.getByRole('button', { name: 'Choose file', exact: true }).click()
  await page.getByRole('heading', { name: /^cars-to-check/ }).waitFor()
  await page.getByText('2 look-ups.').waitFor()
  expect(host.inputsOf('bulkLookups.create')).toEqual([{ source: { from: 'file', fileId: 'cars' } }])
})

longTest('is offered for the selected customers', async () => {
  const { host, page, grid } = await openCustomers({
    customers: numberedCustomers(3),
    prepare: (twin) => void answerBulk(twin, plates(2), { name: '2 customers', source: 'customers' }),
  })
  const boxes = grid.getByRole('gridcell', { name: 'Not selected' })
  await boxes.first().click()
  await boxes.first().click()
  await page.getByRole('button', { name: 'Look up 2 cars', exact: true }).click()
  await page.getByRole('heading', { name: '2 customers' }).waitFor()
  expect(host.inputsOf('bulkLookups.create')).toEqual([
    { source: { from: 'customers', selection: { by: 'ids', ids: ['customer-0', 'customer-1'] } } },
  ])
})

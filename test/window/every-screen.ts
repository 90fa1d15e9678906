import { groupsToCall } from '../../src/contract/call-group.ts'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { StateCode } from '../../src/contract/region.ts'
import { goTo } from './controls.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { answerContactByCalls, sample } from './steps.ts'
import { post, sighting } from './webhook-steps.ts'

/** A screen with practice data in it. */
export interface Screen {
  readonly name: string
  readonly path: (records: PracticeRecords) => string
  /** The title of the window, without " – Forecourt". */
  readonly title: (records: PracticeRecords) => string
  /** What must be done or waited for after the path was opened. */
  readonly open?: (page: Page, records: PracticeRecords) => Promise<unknown>
}

/** Ids of the records that `preparePractice` created. */
export interface PracticeRecords {
  readonly draftId: string
  readonly draftName: string
  readonly uploadId: string
  readonly customerId: string
  readonly customerName: string
  /** The first customer of the call list. */
  readonly calledName: string
  readonly lookupId: string
  readonly vehicleTitle: string
  readonly comparedIds: readonly string[]
}

/** An empty folder that the program watches. */
const watchedFolder = 'forecourt-watched-example'

async function watchFolder(page: Page): Promise<void> {
  const path = join(tmpdir(), watchedFolder)
  mkdirSync(path, { recursive: true })
  const { current } = await callProgram(page, 'connections.state', {})
  if (!current) throw new Error('There is no connection.')
  const byHand = { templateId: null, sendByItself: false, lookUpMissingVins: false, maxPaidLookups: 0 }
  await callProgram(page, 'folders.chooseFolder', { path })
  await callProgram(page, 'folders.add', { path, connectionId: current.id, region: current.region, ...byHand })
}

/**
 * Fills the practice account by calls: an open draft, an upload, a customer in the bin, look-ups, webhook events and a watched folder. An
 * empty page takes the place of the window meanwhile, which would show each change; the window opens again at the end.
 */
export async function preparePractice(page: Page): Promise<PracticeRecords> {
  const { origin } = new URL(page.url())
  const empty = `${origin}/empty`
  // With an icon, as the browser would ask the program for one.
  const body = '<link rel="icon" href="data:,">'
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(empty)
  const records = await fillPractice(page)
  await page.unroute(empty)
  await page.goto(origin)
  // An address that is set before the first screen is open would be overwritten.
  await page.getByRole('heading', { level: 1 }).waitFor()
  return records
}

async function fillPractice(page: Page): Promise<PracticeRecords> {
  await waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
  )
  // No notification of a new sighting covers a screen.
  await callProgram(page, 'sightings.setSettings', { notify: false })
  const { cars } = await callProgram(page, 'sightings.list', { groups: [...groupsToCall], offset: 0, limit: 20 })
  const calledName = cars[0]?.customer.clientName
  if (!calledName) throw new Error('The call list is empty.')
  const vehicles = await lookUpCars(page)
  const best = vehicles.toSorted((a, b) => b.listings - a.listings)[0]
  if (!best || best.listings < 1) throw new Error('No car of the call list has listings on the market.')
  const { customers } = await callProgram(page, 'customers.list', { offset: 0, limit: 2 })
  const [kept, deleted] = customers
  if (!kept || !deleted) throw new Error('The practice account has no customers.')
  await callProgram(page, 'customers.delete', { selection: { by: 'ids', ids: [deleted.id] } })
  await receiveEvents(page)
  await watchFolder(page)
  const uploadId = await uploadFile(page)
  // From here on nothing moves by itself.
  await callProgram(page, 'practice.set', { speed: 0 })
  const { fileId } = await callProgram(page, 'practice.takeSample', { sample: 'messy' })
  const draft = await callProgram(page, 'drafts.open', { fileId })
  return {
    draftId: draft.id,
    draftName: draft.fileName,
    uploadId,
    customerId: kept.id,
    customerName: kept.clientName ?? '',
    calledName,
    lookupId: best.lookupId,
    vehicleTitle: best.title,
    comparedIds: [...new Set(vehicles.map(({ vehicleId }) => vehicleId))].slice(0, 3),
  }
}

async function lookUpCars(page: Page) {
  const { cars } = await callProgram(page, 'sightings.list', { offset: 0, limit: 20 })
  const found: { lookupId: string; vehicleId: string; title: string; listings: number }[] = []
  for (const { customer } of cars) {
    const state = StateCode.safeParse(customer.state)
    if (customer.rego === null || !state.success) continue
    const { id, vehicle } = await callProgram(page, 'lookup.findPlate', { plate: customer.rego, state: state.data })
    if (!vehicle?.vehicleId) continue
    const { listings } = await callProgram(page, 'market.view', { vehicleId: vehicle.vehicleId })
    found.push({ lookupId: id, vehicleId: vehicle.vehicleId, title: vehicle.title, listings: listings.length })
  }
  return found
}

async function receiveEvents(page: Page): Promise<void> {
  const { state } = await callProgram(page, 'inspector.point', { webhookId: null })
  if (state.address === null) throw new Error('The inspector has no address.')
  for (const number of [1, 2, 3]) await post(state.address, sighting(number))
}

async function uploadFile(page: Page): Promise<string> {
  const { fileId } = await sendFile(page, sample('sold-vehicles.csv'))
  const draft = await callProgram(page, 'drafts.open', { fileId })
  await answerContactByCalls(page, draft)
  const { id } = await callProgram(page, 'uploads.create', {
    draftId: draft.id,
    name: 'Sold vehicles',
    lookUpMissingVins: false,
  })
  await waitForAnswer(
    () => callProgram(page, 'uploads.get', { id }),
    ({ state }) => state === 'complete',
  )
  return id
}

const heading =
  (name: string | RegExp): Screen['open'] =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor()
const vehicleHeading: Screen['open'] = (page, { vehicleTitle }) =>
  page.getByRole('heading', { level: 2, name: vehicleTitle }).waitFor()

const step = (name: 'columns' | 'check' | 'send'): Screen => ({
  name: `import-${name}`,
  path: ({ draftId }) => `/import/${draftId}`,
  title: ({ draftName }) => `${draftName} – Import customers`,
  async open(page, { draftId }) {
    // The address is the same for each step: the screen opens again.
    await callProgram(page, 'drafts.setStep', { id: draftId, step: name })
    await goTo(page, '/import')
    await page.getByRole('heading', { name: /left off/ }).waitFor()
    await goTo(page, `/import/${draftId}`)
    await page
      .getByRole('region', { name: { columns: 'Columns', check: 'Check', send: 'Send' }[name], exact: true })
      .waitFor()
  },
})

const resultTab = (name: string, tab: string, label: string, loaded = 'main h2'): Screen => ({
  name,
  path: ({ lookupId }) => `/lookup/${lookupId}?tab=${tab}`,
  title: ({ vehicleTitle }) => `${vehicleTitle} – Look up`,
  async open(page) {
    await page.getByRole('tab', { name: label, selected: true }).waitFor()
    await page.locator(loaded).first().waitFor()
  },
})

const screen = (name: string, path: string, title: string, open?: Screen['open']): Screen => ({
  name,
  path: () => path,
  title: () => title,
  ...(open ? { open } : {}),
})

/** Every screen of the window, in the order of the navigation. */
export const everyScreen: readonly Screen[] = [
  {
    name: 'sightings',
    path: () => '/sightings',
    title: ({ calledName }) => `${calledName} – Sightings`,
    // The search makes the list short enough to show the customer.
    async open(page, { calledName }) {
      await page.getByRole('main').getByRole('searchbox').fill(calledName)
      await page.getByRole('tree').getByRole('treeitem', { name: calledName }).first().click()
    },
  },
  screen('lookup', '/lookup', 'Look up', heading('Recent')),
  resultTab('lookup-result', 'vehicle', 'Vehicle'),
  resultTab('lookup-specs', 'specs', 'Specs'),
  resultTab('lookup-status', 'status', 'Registration status'),
  resultTab('market', 'market', 'Market', 'main canvas'),
  {
    name: 'lookup-vehicle',
    path: ({ comparedIds, vehicleTitle }) =>
      `/lookup/vehicle/${comparedIds[0]}?title=${encodeURIComponent(vehicleTitle)}`,
    title: ({ vehicleTitle }) => `${vehicleTitle} – Look up`,
    open: vehicleHeading,
  },
  screen('lookup-vin-only', '/lookup/query?plate=REG4VINONLY&state=VIC', 'VIN only – Look up'),
  screen('lookup-search', '/lookup/search?q=toyota%20hilux', 'toyota hilux – Look up', (page) =>
    page
      .getByRole('list', { name: /vehicles for/ })
      .getByRole('link')
      .first()
      .waitFor(),
  ),
  screen('lookup-catalogue', '/lookup/catalogue?make=Toyota', 'Browse the catalogue – Look up', (page) =>
    page.locator('main a[href*="/lookup/vehicle/"]').first().waitFor(),
  ),
  screen('compare-empty', '/compare', 'Compare – Look up'),
  {
    name: 'compare',
    path: ({ comparedIds }) => `/compare?ids=${comparedIds.join(',')}`,
    title: () => 'Compare – Look up',
    open: (page) => page.getByRole('table').first().waitFor(),
  },
  screen('customers', '/customers', 'Customers', (page) => page.getByRole('row').nth(1).waitFor()),
  {
    name: 'customer',
    path: ({ customerId }) => `/customers/${customerId}`,
    title: ({ customerName }) => `${customerName} – Customers`,
    open: (page, { customerName }) => page.getByRole('heading', { level: 2, name: customerName }).waitFor(),
  },
  screen('customers-bin', '/customers/bin', 'Bin – Customers'),
  screen('import', '/import', 'Import customers', heading(/left off/)),
  step('columns'),
  step('check'),
  step('send'),
  screen('uploads', '/uploads', 'Upload history'),
  {
    name: 'upload',
    path: ({ uploadId }) => `/uploads/${uploadId}`,
    title: () => 'Sold vehicles – Upload history',
    open: heading('Row summary'),
  },
  screen('watched-folders', '/folders', 'Watched folders', (page) =>
    page.getByRole('region', { name: watchedFolder }).waitFor(),
  ),
  screen('webhooks', '/webhooks', 'Webhooks', heading('Webhooks')),
  screen('webhook-new', '/webhooks', 'Webhooks', (page) => page.getByRole('button', { name: 'New webhook' }).click()),
  screen('inspector', '/webhooks/inspector', 'Inspector – Webhooks', (page) =>
    // Practice can send other events meanwhile.
    page.getByRole('row').filter({ hasText: 'New sighting' }).first().click(),
  ),
  screen('settings-connection', '/settings', 'Connection – Settings', heading('Look-ups and imports')),
  screen('settings-this-pc', '/settings/this-pc', 'This PC – Settings', heading('Lock')),
  screen('settings-calls', '/settings/calls', 'Calls – Settings', heading('Calling hours')),
  screen('settings-no-team', '/settings/team', 'Team – Settings', (page) =>
    page.getByRole('button', { name: 'Create a team…' }).waitFor(),
  ),
  screen('settings-privacy', '/settings/privacy', 'Privacy and data – Settings', heading('Automatic backups')),
  screen('settings-advanced', '/settings/advanced', 'Advanced and about – Settings', async (page) => {
    // They stay open while other pages of Settings are read.
    const group = page.getByRole('group').filter({ hasText: 'Uploads' }).first()
    await group.getByText('Uploads', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Rows in the first batch' }).waitFor()
  }),
  screen('privacy', '/privacy', 'Privacy', heading('Receipts')),
  screen('privacy-old-data', '/privacy?tab=old-data', 'Privacy', heading('Delete old data')),
  screen('privacy-exports', '/privacy?tab=exports', 'Privacy', heading('Exports and revealed numbers')),
  screen('privacy-outgoing', '/privacy?tab=outgoing', 'Privacy', heading('What leaves this PC')),
  screen('welcome', '/welcome', 'Add a connection', heading('Add a connection')),
  screen('connect', '/welcome/connect', 'Connect my account', heading('Connect my account')),
]

/** Opens a screen in the window, and waits until it shows its data. */
export async function openScreen(page: Page, screen: Screen, records: PracticeRecords): Promise<void> {
  await page.evaluate((hash) => {
    // The focus of the screen before would stay in a field that both have.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.location.hash = hash
  }, screen.path(records))
  await screen.open?.(page, records)
  await page.waitForFunction((title) => document.title === title, `${screen.title(records)} – Forecourt`)
}

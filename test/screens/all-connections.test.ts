import { noGroupCounts } from '../../src/contract/call-group.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Connection } from '../../src/contract/connections.ts'
import { success } from '../../src/contract/result.ts'
import type { SightedCar, SightingSource } from '../../src/contract/sightings.ts'
import { longTest } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { listOf, sightedCar, summary } from '../unit/renderer/features/sightings/sample-car.ts'
import { accessibilityFindings } from '../window/accessibility-findings.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerCalls } from './call-screen.ts'
import { answerConnections } from './connection-answers.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { answerCustomers, connectionState, practice } from './standard-answers.ts'

const account = { ...practice, kind: 'account', baseUrl: 'https://service.example' } as const
const sydney: Connection = { ...account, id: 'sydney', name: 'Sydney Motors', region: 'au' }
const auckland: Connection = { ...account, id: 'auckland', name: 'Auckland Motors', region: 'nz' }
const connections = [sydney, auckland]

const sourceOf = ({ id, region, name }: Connection) => ({ connectionId: id, region, name })

/** Both accounts have a customer with the same id, and different names. */
const cars: readonly SightedCar[] = connections.map((connection) =>
  sightedCar('car-0', {
    customer: customer('car-0', { clientName: `Owner of ${connection.name}` }),
    source: sourceOf(connection),
  }),
)

const stateOf = (connection: Connection, problem: string | null = null): SightingSource => ({
  source: sourceOf(connection),
  groups: { ...noGroupCounts(), open: 1 },
  states: ['NSW'],
  checkedAt: '2026-11-19T23:29:00Z',
  syncing: false,
  problem,
})

/** Answers with both accounts; Auckland Motors is in use. */
function createHost({ showsAll = true, problem = null as string | null } = {}): HostTwin {
  const host = createPracticeHost()
  answerCalls(host, cars)
  answerCustomers(host, [customer('car-0', { clientName: 'Owner of Sydney Motors' })])
  const answering = answerConnections(host, connections, 'auckland')
  let all = showsAll
  if (showsAll) answering.change({ showsAll })
  host.answer('connections.setShowsAll', (given) => {
    all = given.showsAll
    answering.change(given)
    const sources = connections.map(sourceOf)
    return success(connectionState(auckland, { connections, sources, showsAll: all }))
  })
  host.answer('sightings.visit', () => success(summary()))
  host.answer('sightings.sources', () => success({ sources: [stateOf(sydney), stateOf(auckland, problem)] }))
  host.answer('sightings.list', ({ sources = [] }) => {
    const shown = cars.filter(({ source }) =>
      all
        ? sources.length === 0 || sources.some(({ connectionId }) => connectionId === source?.connectionId)
        : source?.connectionId === 'auckland',
    )
    const found = all ? shown : shown.map((car) => ({ ...car, source: undefined }))
    return success(listOf(found))
  })
  host.answer('sightings.get', ({ source }) => {
    const car = cars.find((each) => each.source?.connectionId === (source?.connectionId ?? 'auckland')) ?? cars[0]
    if (!car) throw new Error('There is a car')
    return success({ car, entries: [], attempts: [] })
  })
  host.answer('sightings.history', () => success({ entries: [], attempts: [] }))
  return host
}

async function openCalls(host: HostTwin): Promise<Page> {
  const page = await openWindow('/sightings', host, { viewport: { width: 1280, height: 800 } })
  await list(page).locator('.option').first().waitFor()
  return page
}

const list = (page: Page) => page.getByRole('tree', { name: 'Call list' })
const rows = (page: Page, source: RegExp) => list(page).locator('.option').filter({ hasText: source })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Connections in the list' })
const panelButton = (page: Page) =>
  page.getByRole('button', { name: /^(?:This connection|All connections|\d of \d connections)$/ })

it('shows the sightings of all connections on request, and filters them by connection', async () => {
  const host = createHost({ showsAll: false })
  const page = await openCalls(host)
  expect(await rows(page, /Motors, (AU|NZ)/).count()).toBe(0)
  await panelButton(page).click()
  await panel(page).getByText('All connections').click()
  await rows(page, /Sydney Motors, AU/).waitFor()
  await rows(page, /Auckland Motors, NZ/).waitFor()
  await panel(page).getByRole('checkbox', { name: 'Auckland Motors, New Zealand (1)' }).waitFor()
  await panel(page)
    .getByText(/^Updated /)
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await panel(page)
    .getByRole('checkbox', { name: /^Auckland/ })
    .click()
  await expect.poll(() => rows(page, /Auckland Motors/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByText('Sydney Motors, Australia').first().waitFor()
  expect(host.inputsOf('sightings.list').at(-1)?.sources).toEqual([{ connectionId: 'sydney', region: 'au' }])
})

it('records an outcome where the car belongs', async () => {
  const host = createHost()
  const page = await openCalls(host)
  await rows(page, /Sydney Motors/).click()
  await page.getByRole('article').getByText('Sydney Motors, Australia').first().waitFor()
  const outcomes = page.getByRole('group', { name: 'Outcome' })
  await outcomes.getByRole('button', { name: 'Left a voicemail', exact: true }).click()
  await page.keyboard.press('Control+Enter')
  // In use is Auckland Motors, which has a customer with the same id.
  const source = { connectionId: 'sydney', region: 'au' }
  await expect
    .poll(() => host.inputsOf('sightings.record'))
    .toMatchObject([{ customerId: 'car-0', source, outcome: 'voicemail' }])
})

longTest('finds customers of all connections in Search', async () => {
  const host = createHost()
  host.answer('customers.suggest', () =>
    success({
      total: 2,
      customers: cars.map(({ source, customer: { id, clientName, rego, state, vehicleTitle, mobileNumber } }) => {
        const known = { id, clientName, rego, state, vehicleTitle, mobileNumber, doNotContact: false }
        return { ...known, fit: 'start' as const, source }
      }),
    }),
  )
  const page = await openCalls(host)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and run commands' })
  await palette.getByRole('combobox', { name: 'Search' }).fill('Owner')
  const found = palette.getByRole('group', { name: 'Customers' }).getByRole('option')
  for (const source of ['Sydney Motors, Australia', 'Auckland Motors, New Zealand'])
    await expect.poll(() => found.filter({ hasText: source }).count()).toBeGreaterThan(0)
})

it('opens the record of another connection after it switched to it, and says so', async () => {
  const host = createHost()
  const page = await openCalls(host)
  await rows(page, /Sydney Motors/).click()
  await page.getByRole('article').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Customer record' }).click()
  await page.getByText('Now using Sydney Motors, Australia.').first().waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/customers/car-0')
  expect(host.inputsOf('connections.select')).toEqual([{ id: 'sydney' }])
})

it('says in the list which connection can’t be reached, and keeps the cars of all', async () => {
  const page = await openCalls(createHost({ problem: 'Can’t connect to the service.' }))
  await page
    .getByText(/Auckland Motors, New Zealand: .+ Updated /)
    .first()
    .waitFor()
  for (const source of [/Auckland Motors, NZ/, /Sydney Motors, AU/]) expect(await rows(page, source).count()).toBe(1)
})

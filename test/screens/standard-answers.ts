import { noGoal } from '../../src/contract/call-figures.ts'
import { noGroupCounts } from '../../src/contract/call-group.ts'
import type { AutomaticBackups } from '../../src/contract/backups.ts'
import { interpret } from '../../src/core/lookup/interpret.ts'
import type { Connection, ConnectionState } from '../../src/contract/connections.ts'
import type { Customer } from '../../src/contract/customer-record.ts'
import type { CustomersStatus } from '../../src/contract/customers.ts'
import type { MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { OnlyHere } from '../../src/contract/only-here.ts'
import { defaultPreferences, type Preferences } from '../../src/contract/preferences.ts'
import { failure, success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'

/** Automatic backups are not set up. */
export const noBackups: AutomaticBackups = {
  isStored: true,
  plan: null,
  running: false,
  lastAt: null,
  lastFile: null,
  nextDate: null,
  failure: null,
  failingSince: null,
  retryAt: null,
}

/** Friday, 20 November 2026, 10:30 in Melbourne: when each window believes to open. Time goes on from there. */
export const timeOfTests = new Date('2026-11-19T23:30:00Z')
export const callableNow = { now: 'allowed', words: 'Friday 10:30 am in Sydney.' } as const

export const practice: Connection = {
  id: 'practice',
  name: 'Practice',
  kind: 'practice',
  baseUrl: '',
  scheme: 'api-key',
  region: 'au',
  advanced: {
    mobileForm: 'national',
    malaysiaRegionCode: 'my',
    firstBatchSize: 500,
    pageSize: 200,
    referenceKey: 'forecourt_ref',
    chassisKey: 'chassis_no',
    secondMobileKey: 'mobile_2',
    shortVins: 'extra-field',
    statusPath: 'both',
    facetParameter: '{facet}',
    priceChangeEvent: 'recapture_price_change',
    dates: 'as-written',
    lowConfidenceBelow: 60,
    knownVinMaxAgeDays: 365,
    tokenMarginSeconds: 60,
  },
  createdAt: '2026-11-19T22:00:00Z',
  credentials: 'kept',
}

/** No upload is running or waiting. */
export const noUploads: MethodOutput<'uploads.overview'> = {
  open: 0,
  ended: 0,
  removed: 0,
  running: 0,
  waiting: 0,
  attention: 0,
  paused: 0,
  done: 0,
  total: 0,
}

export const nothingOnlyHere: OnlyHere = {
  openUploads: 0,
  drafts: 0,
  edits: 0,
  deletions: 0,
  callNotes: 0,
  inBin: 0,
  doNotContact: 0,
  lookups: 0,
  bulkLookups: 0,
  views: 0,
  assignments: 0,
}

/** The state of connections of which one is in use. */
export const connectionState = (
  current: Connection = practice,
  changes: Partial<ConnectionState> = {},
): ConnectionState => ({
  connections: [current],
  current,
  reachability: 'online',
  lastAnswerAt: '2026-11-19T23:29:00Z',
  sources: [{ connectionId: current.id, region: current.region, name: current.name }],
  showsAll: false,
  ...changes,
})

export const preferences = (changes: Partial<Preferences> = {}): Preferences => ({
  ...defaultPreferences,
  tour: 'ended',
  noticedVersion: '0.1.0',
  readVersion: '0.1.0',
  ...changes,
})

export const customersStatus = (changes: Partial<CustomersStatus> = {}): CustomersStatus => ({
  total: 0,
  withSightings: 0,
  syncedAt: '2026-11-19T23:29:00Z',
  syncing: null,
  problem: null,
  unreadable: 0,
  vanished: null,
  returned: null,
  edits: { pending: 0, failed: 0, conflicts: 0 },
  deletions: { pending: 0, held: 0, failed: 0 },
  inBin: 0,
  ...changes,
})

const noSightings: MethodOutput<'sightings.summary'> = {
  groups: noGroupCounts(),
  week: [],
  lastVisitAt: null,
  checkedAt: '2026-11-19T23:29:00Z',
  doNotContact: 0,
}

/** What every screen asks, and each screen without anything on it. */
export function answerAsPractice(host: HostTwin): void {
  const always = <M extends MethodName>(method: M, value: MethodOutput<M>): void =>
    host.answer(method, () => success(value))

  always('storage.status', { state: 'open', protection: 'password', notice: null, needsRecoveryKey: false })
  always('app.info', {
    name: 'Forecourt',
    version: '0.1.0',
    host: 'browser',
    versions: { node: '24.0.0', sqlite: '3.50.0', system: 'Linux', dataFormat: '100' },
    dataFolder: '/home/jo/forecourt',
  })
  let stored = preferences()
  host.answer('app.preferences', () => success(stored))
  host.answer('app.setPreferences', (changes) => {
    stored = { ...stored, ...changes }
    return success(stored)
  })
  always('app.takeOpenedFile', null)
  always('app.paste', { pasted: false })
  always('connections.state', connectionState())
  always('connections.usage', { month: '2026-11', lookups: 0, uploads: 0, callsLeft: null })
  always('connections.onlyHere', nothingOnlyHere)
  always('lock.state', { locked: false, by: 'password', afterMinutes: null, waitSeconds: 0 })
  always('lock.activity', {})
  always('network.questions', { proxies: [], certificates: [] })
  always('people.list', {
    people: [{ id: 'jo', name: 'Jo Taylor', retired: false }],
    currentId: 'jo',
    askAtStart: false,
  })
  always('practice.state', { speed: 40, outage: 'none', customers: 0, waiting: 0, openUploads: 0 })
  always('privacy.deletions', { deletions: [] })
  always('team.status', { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null })
  always('uploads.overview', noUploads)

  answerCustomers(host, [])
  always('customers.views', { views: [], columns: null })
  always('customers.setColumns', {})
  always('customers.edits', { edits: [] })
  always('customers.nextUndo', { customers: 0, step: null, redo: 0 })
  always('customers.history', { uploads: [], changes: [] })
  always('customers.details', { details: [] })
  host.answer('customers.counts', ({ filters }) =>
    success({
      counts: filters.map(() => ({ found: 0, withSightings: 0, missingMobile: 0, missingVin: 0, doNotContact: 0 })),
    }),
  )

  always('sightings.takeDigest', { text: null })
  always('sightings.digest', { text: null })
  always('sightings.sharedNumbers', { customers: 0, calls: 0, names: [] })
  always('sightings.takeReminders', { calls: [] })
  always('customers.takeResumedDeletions', { customers: 0 })
  always('sightings.visit', noSightings)
  always('sightings.summary', noSightings)
  always('sightings.sources', { sources: [] })
  always('sightings.settings', {
    checkEveryMinutes: 5,
    notify: true,
    sort: 'suggested',
    digest: true,
    digestAt: null,
  })
  always('sightings.list', { total: 0, groups: noGroupCounts(), cars: [] })
  always('sightings.assignees', { people: [] })
  always('sightings.assignedTo', { cars: [] })
  always('sightings.dueCalls', { calls: [] })
  always('sightings.otherCars', { cars: [] })
  always('sightings.callTimes', { suggestions: [], now: callableNow, planned: null, phone: null })
  always('teamWork.car', { work: null })
  always('teamWork.uploads', { hasTeam: false, total: 0, people: [], uploads: [] })

  always('app.startWithSystem', { supported: false, on: false })
  always('backups.status', noBackups)
  always('updates.status', { state: 'off' })
  always('connections.advancedDefaults', practice.advanced)
  always('folders.list', { folders: [] })
  always('sightings.callSettings', {
    hours: Array.from({ length: 7 }, () => ({ from: '09:00', to: '20:00' })),
    holidays: 'state',
    changes: [],
  })
  always('sightings.holidays', { holidays: [] })

  always('lookup.settings', { repeatAfterHours: 24, state: null, pageLength: 10 })
  always('lookup.recent', { lookups: [] })
  always('lookup.savedStatus', { status: null })
  always('market.savedMedian', { price: null, at: null })
  host.answer('lookup.interpret', ({ text }) => success(interpret(text, 'au')))
  always('customers.suggest', { total: 0, customers: [] })
  always('uploads.search', { found: [], next: null })
  always('bulkLookups.list', { jobs: [] })
  always('sightings.report', {
    from: '2026-11-16',
    to: '2026-11-22',
    total: { spotted: 0, called: 0, reached: 0, booked: 0, offered: 0, bought: 0 },
    goal: noGoal,
    days: [],
    people: [],
  })
  always('drafts.prepareReader', {})
  always('drafts.list', { drafts: [] })
  always('drafts.recentFiles', { files: [] })
  always('drafts.templates', { templates: [] })
  always('drafts.gridColumns', { hidden: [], headers: [], pinned: { fields: [], headers: [] } })
  always('uploads.list', { total: 0, uploads: [] })
  always('inspector.state', {
    running: false,
    port: null,
    address: null,
    received: 0,
    kept: 0,
    refused: 0,
    bodyLimitBytes: 262_144,
    problem: null,
    startsByItself: false,
  })
  always('webhooks.list', { webhooks: [], unreadable: [], other: [], at: '2026-11-19T23:29:00Z', problem: null })
}

/** Answers with these customers: list, numbers, facts and each by its id. The filters of a call are not applied. */
export function answerCustomers(host: HostTwin, customers: readonly Customer[]): void {
  const without = (field: 'vin' | 'mobileNumber' | 'clientName' | 'rego' | 'saleDate'): number =>
    customers.filter((customer) => customer[field] === null).length
  const withSightings = customers.filter(({ sightings }) => sightings.length > 0).length
  host.answer('customers.status', () => success(customersStatus({ total: customers.length, withSightings })))
  host.answer('customers.list', ({ offset, limit }) =>
    success({ total: customers.length, customers: customers.slice(offset, offset + limit) }),
  )
  host.answer('customers.get', ({ id }) => {
    const found = customers.find((customer) => customer.id === id)
    return found ? success(found) : failure({ kind: 'not-found', message: 'This customer is no longer in your list.' })
  })
  const states = Map.groupBy(customers, ({ state }) => state ?? '')
  host.answer('customers.facts', () =>
    success({
      states: [...states].map(([state, { length }]) => ({ state, count: length })),
      uploads: [],
      fields: [],
      missingVin: without('vin'),
      missing: {
        mobileNumber: without('mobileNumber'),
        clientName: without('clientName'),
        rego: without('rego'),
        saleDate: without('saleDate'),
      },
      doNotContact: customers.filter(({ doNotContact }) => doNotContact).length,
      outcomes: [],
      makes: [],
    }),
  )
}

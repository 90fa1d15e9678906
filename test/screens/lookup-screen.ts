import type { Locator, Page } from 'playwright-core'
import type {
  Facets,
  RecentLookup,
  RegistrationStatus,
  SearchResult,
  VehicleLookup,
} from '../../src/contract/lookup.ts'
import { failure, success } from '../../src/contract/result.ts'
import type { Region } from '../../src/contract/region.ts'
import { interpret } from '../../src/core/lookup/interpret.ts'
import { detail, sampleLookup, sampleVehicle } from '../unit/renderer/features/lookup/sample-lookup.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'
import { connectionState, practice, timeOfTests } from './standard-answers.ts'

const fresh = { at: timeOfTests.toISOString(), kept: false, problem: null } as const

const pack = (id: string, name: string, price: number) => ({ id, name, price, details: [] })

/** What the service answers for the test plates; a match for any other car. */
function resultOf(query: string): Partial<VehicleLookup> {
  if (query === 'REG4WARNING') return { outcome: 'low-quality', warnings: ['The make differs.'] }
  if (query === 'REG4NOMATCH') return { outcome: 'no-match', vehicle: null, facets: { make: 'Toyota' } }
  if (query === 'REG4VINONLY')
    return {
      outcome: 'vin-only',
      vehicle: null,
      authority: { description: null, vin: '6T153BK360X070769', details: [detail('vin', '6T153BK360X070769')] },
    }
  return { outcome: 'match', optionPacks: [pack('p-1', 'Premium pack', 2_500), pack('p-2', 'Tow pack', 900)] }
}

const vehicles = Array.from({ length: 30 }, (_, at) =>
  sampleVehicle({
    vehicleId: `v-${at + 1}`,
    title: `20${String(at).padStart(2, '0')} Toyota HiLux SR5`,
    details: [detail('body', 'Utility')],
  }),
)

/** Vehicles of a catalogue of 3,000: fewer with each facet that is chosen. */
const facetsFor = (chosen: number): Facets => ({
  facets: (
    [
      'year',
      'make',
      'model',
      'badge',
      'series',
      'transmission',
      'body',
      'body_style',
      'fuel',
      'engine',
      'wheelbase',
    ] as const
  ).map((name) => ({
    name,
    label: { year: 'Year', make: 'Make', model: 'Model', fuel: 'Fuel' }[name as string] ?? name,
    options: (
      { make: ['Ford', 'Toyota'], model: ['Corolla', 'HiLux'], fuel: ['Diesel', 'Petrol'] }[name as string] ?? []
    ).map((value) => ({ value, count: 100 })),
  })),
  total: 3_000 - 1_000 * chosen,
  other: [],
  ...fresh,
})

export const registrationStatus = (changes: Partial<RegistrationStatus> = {}): RegistrationStatus => ({
  plate: 'REG4SUCCESS',
  state: 'NSW',
  vin: 'MR0HA3CD500123456',
  status: 'Registered',
  expiry: '2027-03-01',
  daysLeft: 101,
  incidents: [],
  other: [],
  ...fresh,
  ...changes,
})

/**
 * Answers as the service does for test plates, and keeps what was looked up. `state`: the one that is remembered. `region`: the one in use.
 */
function answerLookups(host: HostTwin, state: RecentLookup['state'], region: () => Region = () => 'au'): void {
  let saved: VehicleLookup[] = []
  let settings = { repeatAfterHours: 24, state, pageLength: 10 }
  const lookUp = (kind: 'plate' | 'vin', query: string, state: RecentLookup['state'], refresh: boolean) => {
    const known = saved.find((each) => each.query === query && each.state === state && each.region === region())
    if (known && !refresh) return success({ ...known, kept: true })
    const id = known?.id ?? `l-${saved.length + 1}`
    const found = sampleLookup({ id, kind, query, state, region: region(), ...fresh, ...resultOf(query) })
    saved = [found, ...saved.filter((each) => each.id !== id)]
    host.announce({ name: 'lookup.changed' })
    return success(found)
  }
  host.answer('lookup.interpret', ({ text }) => success(interpret(text, region())))
  host.answer('lookup.findPlate', ({ plate, state, refresh = false }) => lookUp('plate', plate, state, refresh))
  host.answer('lookup.findVin', ({ vin, refresh = false }) => lookUp('vin', vin, null, refresh))
  host.answer('lookup.open', ({ id }) => {
    const found = saved.find((each) => each.id === id)
    return found
      ? success({ ...found, kept: true })
      : failure({ kind: 'not-found', message: 'This look-up isn’t saved on this PC.' })
  })
  host.answer('lookup.pin', ({ id, pinned }) => {
    saved = saved.map((each) => (each.id === id ? { ...each, pinned } : each))
    host.announce({ name: 'lookup.changed' })
    return success({})
  })
  host.answer('lookup.remove', ({ id }) => {
    saved = saved.filter((each) => each.id !== id)
    host.announce({ name: 'lookup.changed' })
    return success({})
  })
  host.answer('lookup.recent', () => {
    const lookups = saved
      .filter((each) => each.region === region())
      .map(({ vehicle, ...each }) => ({ ...each, title: vehicle?.title ?? 'No vehicle' }))
    return success({ lookups: lookups.toSorted((one, other) => Number(other.pinned) - Number(one.pinned)) })
  })
  host.answer('lookup.settings', () => success(settings))
  host.answer('lookup.setSettings', (changes) => {
    settings = { ...settings, ...changes }
    return success(settings)
  })
  host.answer('lookup.status', () => success(registrationStatus()))
  host.answer('lookup.search', ({ count = 10 }): ReturnType<typeof success<SearchResult>> =>
    success({ vehicles: vehicles.slice(0, count), unreadable: [], more: count < vehicles.length, other: [], ...fresh }),
  )
  host.answer('lookup.facets', ({ chosen = {} }) => success(facetsFor(Object.keys(chosen).length)))
  host.answer('customers.findByVehicle', () => success({ customers: [] }))
}

export interface LookupScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly box: Locator
  /** The answer to a look-up. */
  readonly article: Locator
  /** Types into the box by keyboard, and presses Enter. */
  lookUp(text: string): Promise<void>
  /** The state of the search box, as shown. */
  stateShown(): Promise<string>
  tab(name: string): Locator
}

interface LookupOptions extends StageOptions {
  readonly address?: string
  /** The host of an earlier window. */
  readonly host?: HostTwin
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin) => void
}

/** A host that answers look-ups, with a remembered state. */
export function createLookupHost(state: RecentLookup['state'] = 'NSW'): HostTwin {
  const host = createPracticeHost()
  answerLookups(host, state)
  return host
}

/** Lets the user switch the region. Look-ups belong to the region in use. */
export function answerRegions(host: HostTwin): void {
  let region: Region = 'au'
  const state = () => success(connectionState({ ...practice, region }))
  host.answer('connections.state', state)
  host.answer('connections.setRegion', (input) => {
    region = input.region
    host.announce({ name: 'connections.changed' })
    return state()
  })
  answerLookups(host, null, () => region)
}

/** Opens the look-up. */
export async function openLookup({
  address = '/lookup',
  host = createLookupHost(),
  prepare,
  ...options
}: LookupOptions = {}): Promise<LookupScreen> {
  prepare?.(host)
  const page = await openWindow(address, host, options)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const box = page.getByRole('textbox', { name: 'Rego, VIN or keywords' })
  return {
    host,
    page,
    box,
    article: page.getByRole('article'),
    async lookUp(text) {
      await page.keyboard.press('Control+Shift+K')
      await page.locator('#lookup-text:focus').waitFor()
      await box.fill(text)
      await page.keyboard.press('Enter')
    },
    stateShown: () =>
      page
        .getByRole('combobox', { name: 'State' })
        .evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? ''),
    tab: (name) => page.getByRole('tab', { name }),
  }
}

/** The words that no screen may show. */
export async function technicalText(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => /\b(?:undefined|null|NaN)\b|\[object/.test(line))
}

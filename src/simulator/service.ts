import { createHash, randomBytes } from 'node:crypto'
import { createAccounts, ownAccountId, type Credentials } from './auth/accounts.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { createCalls } from './control/calls.ts'
import { practiceControl, type PracticeControl } from './control/control.ts'
import { createControlHandler } from './control/routes.ts'
import { createFaultQueue } from './control/faults.ts'
import { createEventWaiter } from './control/event-waiter.ts'
import { defaultSettings } from './control/service-settings.ts'
import { createCustomers } from './customers/customers.ts'
import { fictitiousOwners } from './customers/owners.ts'
import { createServiceClock, type TimeSource } from './service-clock.ts'
import { createSightingPlan } from './sightings/sighting-plan.ts'
import { createSightingMaker } from './sightings/sighting-maker.ts'
import { openStore, type Store, type StorePlace } from './store.ts'
import { createWorkLoop } from './work-loop.ts'
import { processing } from './uploads/processing.ts'
import { createUploads } from './uploads/uploads.ts'
import { createCustomerCars } from './vehicles/customer-cars.ts'
import { registry } from './vehicles/registry.ts'
import { createTextSearch } from './vehicles/text-search.ts'
import { createDeliveryQueue } from './webhooks/deliveries.ts'
import { createValuations } from './webhooks/valuations.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { createServiceApp } from './wire/app.ts'
import { listen } from './wire/listener.ts'
import { createWireHandler } from './wire/wire-face.ts'

export interface PracticeOptions {
  /** 0, the default, takes any free port. Always on 127.0.0.1. */
  readonly port?: number
  readonly controlPort?: number
  /** Same seed and calls, same answers. Saved in the store. Default: random for a store on disk, 1 in memory. */
  readonly seed?: number
  /** How fast uploaded customers are processed; 40 by default, Infinity is at once. */
  readonly customersPerSecond?: number
  /** The file that stores everything; null, the default, stores it in memory. The key is 64 hex digits. */
  readonly store?: StorePlace | null
  /**
   * How many made-up past customers a new store starts with; none by default. A fifth of them are in New Zealand, and a
   * sixth have sightings from the last days.
   */
  readonly owners?: number
  readonly clock?: TimeSource
  /** Receives one line per internal error, never with credentials or customer data. */
  readonly log?: (line: string) => void
}

/** How many made-up customers a new user gets: enough to search, and few enough to read. */
export const ownersToBeginWith = 60

/** Customers of an upload that another PC seems to have made. */
const customersElsewhere = 20

export interface PracticeService extends Credentials {
  /** The interface's {base_url}: `http://127.0.0.1:port`. */
  readonly url: string
  readonly controlUrl: string
  /** Bearer token of the controls, new at each start. */
  readonly controlToken: string
  readonly control: PracticeControl
  /** Closes connections and the store. Queued work continues at the next start with the same store. */
  stop(): Promise<void>
}

/**
 * Starts the practice service. Fails when the port is taken, or when the store does not open with this key.
 */
export async function startPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const store = openStore(options.store ?? null)
  try {
    return await start(store, options)
  } catch (error) {
    store.close()
    throw error
  }
}

async function start(store: Store, options: PracticeOptions): Promise<PracticeService> {
  const log = options.log ?? ((): void => undefined)
  const seed = seedOf(store, options)
  const clock = createServiceClock(store, options.clock ?? Date)
  const settings = defaultSettings(options.customersPerSecond ?? 40)
  const eventWaiter = createEventWaiter()
  const calls = createCalls(eventWaiter)
  const faults = createFaultQueue()
  const catalogue = openCatalogue()
  const search = createTextSearch(catalogue)
  const cars = createCustomerCars(store, search)
  const plates = registry(catalogue, seed, cars)
  const accounts = createAccounts(store, clock, secretsOf(options, seed))
  const uploads = createUploads(store, clock, seed, eventWaiter)
  const customers = createCustomers(store, clock, eventWaiter, cars.forget)
  const webhooks = createWebhooks(store, clock, seed, eventWaiter)
  const deliveries = createDeliveryQueue({ store, clock, webhooks, eventWaiter, log })
  const prices = createValuations({ store, clock, seed, catalogue, webhooks, deliveries, eventWaiter })
  const plan = createSightingPlan(store, settings, seed)
  const sightingMaker = createSightingMaker({
    store,
    clock,
    seed,
    catalogue,
    registry: plates,
    plan,
    cars,
    eventWaiter,
    customerBySeq: customers.bySeq,
    onSighting: ({ isPriceChange, accountId, region, customer }) =>
      deliveries.emit(accountId, region, isPriceChange ? 'recapture_price_change' : 'recapture_new', { customer }),
  })
  const work = processing({
    store,
    clock,
    settings,
    seed,
    plan,
    cars,
    eventWaiter,
    lookUp: (region, state, rego) => {
      const found = plates.byPlate(region, state, rego)
      if (found.kind === 'unknown') return null
      return { vin: found.upstream.vin ?? null, title: found.kind === 'match' ? found.vehicle.title : null }
    },
  })

  // One transaction: after a crash the next start begins again.
  const begin = (count: number): void => {
    for (const [region, share] of [['au', 0.8] as const, ['nz', 0.2] as const]) {
      const owners = fictitiousOwners(catalogue, seed, region, Math.round(count * share), clock.nowMs())
      if (owners.length === 0) continue
      uploads.create(ownAccountId, region, { name: 'Practice customers', enableRegoLookups: false, customers: owners })
      work.processNow(owners.length)
    }
    sightingMaker.makeEarlierSightings(1 / 6)
    store.saveSetting('owners', String(count))
  }
  if (store.setting('owners') === undefined) store.transaction(() => begin(options.owners ?? 0))

  const workLoop = createWorkLoop({
    settings,
    // A paused service makes no sightings by itself.
    frequent: [work.runDue, () => (settings.customersPerSecond > 0 ? sightingMaker.runDue() : 0)],
    occasional: [customers.expire, () => prices.runDue(ownAccountId)],
    final: deliveries.runDue,
    log,
  })

  const app = createServiceApp({
    accounts,
    settings,
    uploads,
    customers,
    webhooks,
    deliveries,
    vehicles: { catalogue, registry: plates, search, seed, nowMs: clock.nowMs },
    sourcing: { catalogue, seed, nowMs: clock.nowMs },
    log,
  })
  const face = createWireHandler({ calls, faults, settings, nowMs: clock.nowMs, serve: app.fetch })
  const listener = await listen(face, options.port ?? 0)
  const control = practiceControl({
    settings,
    faults,
    calls,
    eventWaiter,
    accounts,
    clock,
    uploads,
    customers,
    processing: work,
    sightingMaker,
    deliveries,
    makeUpload: (region) => {
      // Other owners than those of the uploads before.
      const series = `${seed} ${uploads.all().length}`
      const owners = fictitiousOwners(
        catalogue,
        series,
        region === 'au' ? 'au' : 'nz',
        customersElsewhere,
        clock.nowMs(),
      )
      const name = 'Upload from another PC'
      return uploads.create(ownAccountId, region, { name, enableRegoLookups: false, customers: owners })
    },
    shiftValuation: (region, share) => prices.shift(ownAccountId, region, share),
    runDueWork: workLoop.runAllNow,
    goDown: () => listener.down(),
    comeUp: () => listener.up(),
  })
  const controlToken = randomBytes(24).toString('base64url')
  const controlListener = await listen(createControlHandler(control, controlToken), options.controlPort ?? 0).catch(
    async (error: unknown) => {
      await listener.down()
      throw error
    },
  )
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    workLoop.stop()
    eventWaiter.end()
    await Promise.all([listener.down(), controlListener.down(), deliveries.stop()])
    store.close()
  }
  workLoop.start()

  return {
    url: listener.url,
    controlUrl: controlListener.url,
    controlToken,
    ...accounts.own,
    control,
    stop: () => (stopping ??= stop()),
  }
}

function seedOf(store: Store, options: PracticeOptions): string {
  const kept = store.setting('seed')
  if (kept !== undefined) return kept
  const seed = String(options.seed ?? (options.store ? randomBytes(6).readUIntBE(0, 6) : 1))
  store.saveSetting('seed', seed)
  return seed
}

/** A store on disk may have real customers, so its credentials are random. In memory they depend on the seed. */
function secretsOf(options: PracticeOptions, seed: string): (name: string) => string {
  if (options.store) return () => randomBytes(24).toString('hex')
  return (name) => createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, 48)
}

import { forwardHandlers, type Handlers } from '../contract/methods.ts'
import { createApp } from './app/app.ts'
import { createOpenedFiles, type OpenedFiles } from './app/opened-files.ts'
import { createConnections } from './connections/connections.ts'
import { createCustomers } from './customers/customers.ts'
import type { Database } from './database/database.ts'
import { createDrafts } from './drafts/drafts.ts'
import { createAnnouncer, type EventListener } from './events/announcer.ts'
import { fail } from './failures/failure-error.ts'
import { createFileIntake, type FileIntake } from './intake/file-intake.ts'
import { createFindKnownVins } from './known-vins/known-vins.ts'
import { createRegoVins } from './known-vins/rego-vins.ts'
import { createLookup } from './lookup/lookup.ts'
import { createMarket } from './market/market.ts'
import type { Ports } from './ports/host.ts'
import { createPracticePanel } from './practice/practice.ts'
import type { OpenStorage } from './open-storage.ts'
import { createSightings } from './sightings/sightings.ts'
import { createStorage, type UnlockedDatabase } from './storage/storage.ts'
import { createPaidLookups } from './usage/paid-lookups.ts'
import { createUploads } from './uploads/uploads.ts'
import { createMemoryVault } from './vault/memory-vault.ts'
import { createInspector } from './webhooks/inspector.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** What a host gets: handlers for its calls, events for its window, an intake for files, and a way to close. */
export interface Program {
  readonly handlers: Handlers<AbortSignal>
  readonly intake: FileIntake
  /** Files that the user opened with Forecourt outside its window. */
  readonly openedFiles: Pick<OpenedFiles, 'add'>
  /** Opens the data when no question has to be answered first. Rejects for defects only: what the system refuses becomes a state of storage. */
  start(): Promise<void>
  listen(listener: EventListener): () => void
  /** Passes a command of a menu to the window (event `app.commanded`), for example `open-file` or `look-up ABC123`. */
  command(command: string): void
  /** Waits for the call that is running, stops sending and closes the database. Uploads and edits continue at the next start. */
  close(): Promise<void>
  /** Closes the database now, for a process that the system is about to end. Everything continues at the next start. */
  closeAtOnce(): void
}

/** The domains that need the database. */
type DataDomain = Exclude<keyof Handlers<AbortSignal>, 'app' | 'storage'>
type DataHandlers = Pick<Handlers<AbortSignal>, DataDomain>

/** The parts that exist while storage is open. */
interface OpenParts {
  readonly handlers: DataHandlers
  serviceHosts(): readonly string[]
  /** Ends background work; resolves when no part uses the database. */
  end(): Promise<void>
}

/** Puts the program together. Until it is started and its data is open, the methods that need the data answer `storage-locked`. */
export function createProgram(ports: Ports): Program {
  const { clock, log } = ports
  const announcer = createAnnouncer()
  const intake = createFileIntake()
  let database: Database | null = null
  let parts: OpenParts | null = null

  const openedFiles = createOpenedFiles(() => announcer.announce('app.fileOpened'))
  const app = createApp({
    ...ports,
    openedFiles,
    database: () => database,
    serviceHosts: () => parts?.serviceHosts() ?? [],
  })

  const storage = createStorage({
    dataFolder: ports.dataFolder,
    vault: ports.vault,
    clock,
    log,
    startPageCheckWorker: ports.startPageCheckWorker,
    async onUnlocked(unlocked) {
      parts = await assemble(ports, intake, announcer, unlocked)
      database = unlocked.database
      app.handleStorageOpened()
    },
    async onClosing() {
      const ending = parts
      parts = null
      await ending?.end()
      database = null
    },
    onChanged: () => announcer.announce('storage.changed'),
  })

  const openHandlers = (): DataHandlers => {
    if (!parts) {
      fail('storage-locked', 'Your data is locked.', { next: 'Unlock it in the Forecourt window.' })
    }
    return parts.handlers
  }
  const whileOpen = <D extends DataDomain>(domain: D): DataHandlers[D] =>
    forwardHandlers<DataHandlers, D, AbortSignal>(domain, openHandlers)

  let closing: Promise<void> | null = null
  return {
    handlers: {
      app,
      storage: storage.handlers,
      connections: whileOpen('connections'),
      drafts: whileOpen('drafts'),
      uploads: whileOpen('uploads'),
      customers: whileOpen('customers'),
      sightings: whileOpen('sightings'),
      lookup: whileOpen('lookup'),
      market: whileOpen('market'),
      webhooks: whileOpen('webhooks'),
      inspector: whileOpen('inspector'),
      practice: whileOpen('practice'),
    },
    intake,
    openedFiles,
    start() {
      log.write('info', 'program.started', { version: ports.version, host: ports.host, platform: process.platform })
      return storage.start()
    },
    listen: (listener) => announcer.listen(listener),
    command: (command) => announcer.announce('app.commanded', command),
    close() {
      closing ??= storage.close().then(() => log.write('info', 'program.closed'))
      return closing
    },
    closeAtOnce: storage.closeAtOnce,
  }
}

/** A part that runs in the background. `close` also ends a part that was not started. */
interface BackgroundPart {
  start(): void
  close(): Promise<void>
}

/**
 * Creates and starts the parts. When one of them throws, the others are closed in reverse order before the error is passed on: they
 * would go on with a database that is closed.
 */
async function assemble(
  ports: Ports,
  intake: FileIntake,
  announcer: OpenStorage['announcer'],
  unlocked: UnlockedDatabase,
): Promise<OpenParts> {
  const ending = new AbortController()
  const background: BackgroundPart[] = []
  const end = async (): Promise<void> => {
    ending.abort(new Error('Forecourt is closing'))
    await Promise.all(background.toReversed().map((part) => part.close()))
  }
  try {
    const created = createParts(ports, intake, announcer, unlocked, background, ending.signal)
    for (const part of background) part.start()
    return { ...created, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Creates the parts and adds those with background work to `background`, in the order in which they start. */
function createParts(
  ports: Ports,
  intake: FileIntake,
  announcer: OpenStorage['announcer'],
  { database, protection, practiceKey }: UnlockedDatabase,
  background: BackgroundPart[],
  ended: AbortSignal,
): Omit<OpenParts, 'end'> {
  const { clock, log, vault } = ports
  const connections = createConnections({
    database,
    clock,
    log,
    announcer,
    fetch: ports.fetch,
    // Data with a password also tries the keychain, which may work again. When nothing is stored, the keychain is not used.
    keychain: protection === 'nothing-kept' ? null : vault,
    memory: createMemoryVault(),
    practice: ports.practice,
    practicePlace: practiceKey === null ? null : { folder: ports.dataFolder, storeKey: practiceKey },
    onCredentials(connectionId) {
      uploads.resumeWithNewCredentials(connectionId)
      const connection = connections.access.find(connectionId)
      if (connection) customers.requestSync(connectionId, connection.region)
    },
  })
  background.push(connections)
  const storage: OpenStorage = {
    database,
    clock,
    log,
    announcer,
    connections: connections.access,
    ended,
  }
  const customers = createCustomers(storage, {
    createUpload: (records) => uploads.createFromRecords(records),
    readKnownRows: (draftId) => drafts.knownRows(draftId),
    findSavedVehicle: (scope, car) => lookup.savedVehicle(scope, car),
    onReferencesListed: (scope, references) => uploads.checkAccounts(scope, references),
  })
  background.push(customers)
  const regoVins = createRegoVins(database)
  const paidLookups = createPaidLookups(database, clock)
  const drafts = createDrafts(storage, {
    intake,
    findKnownVins: createFindKnownVins({
      clock,
      recorded: regoVins.find,
      lookups: (scope, regos) => lookup.savedVins(scope, regos),
      customers: customers.vinsOfRegos,
    }),
    startDraftWorker: ports.startDraftWorker,
    startReaderProcess: ports.startReaderProcess,
    findCorrectedUpload: (scope, uploadId) => uploads.correctedUpload(scope, uploadId),
    knownCustomerKeys: (connectionId, region) => {
      const underWay = uploads.inFlightVehicles(connectionId, region, customers.completeAt(connectionId, region))
      return new Set([...underWay, ...customers.vehicleKeys(connectionId, region)])
    },
  })
  background.push(drafts)
  const uploads = createUploads(storage, {
    drafts,
    customerList: customers,
    uploadedCustomers: { count: customers.countOfUpload, delete: customers.deleteOfUpload },
    userName: ports.userName,
    notifier: ports.notifier ?? null,
    taskBar: ports.taskBar ?? null,
    customers,
    regoVins,
    requestSync: (connectionId, region) => void customers.syncIfChanged(connectionId, region),
  })
  background.push(uploads)
  customers.onChanged((scope) => uploads.customersChanged(scope))
  const practice = createPracticePanel({
    practising: connections.practising,
    customers,
    uploads,
    intake,
    readSample: ports.readSample,
    announcer,
    log,
    forgetConnection(connectionId) {
      for (const part of [customers, sightings, lookup, webhooks, inspector, regoVins, paidLookups])
        part.forgetConnection(connectionId)
    },
  })
  const lookup = createLookup(storage)
  const market = createMarket(storage, lookup)
  const sightings = createSightings(storage, { customers, market, notifier: ports.notifier ?? null })
  background.push(sightings)
  const { isPractice } = connections
  const inspector = createInspector(storage, { customers, isPractice })
  background.push(inspector.life)
  const webhooks = createWebhooks(storage, { view: inspector.view, isPractice })
  const handlers: DataHandlers = {
    connections,
    drafts,
    uploads,
    customers,
    sightings,
    lookup,
    market,
    webhooks,
    inspector,
    practice,
  }
  return { handlers, serviceHosts: connections.serviceHosts }
}

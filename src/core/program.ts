import { domains, type DomainHandlers, type Handlers } from '../contract/methods.ts'
import { createApp } from './app/app.ts'
import { createConnections, type Connections } from './connections/connections.ts'
import { createCustomers, type Customers } from './customers/customers.ts'
import type { Database } from './database/database.ts'
import { createDrafts, type Drafts } from './drafts/drafts.ts'
import { createAnnouncer, type EventListener } from './events/announcer.ts'
import { fail } from './failures/failure-error.ts'
import { createFileIntake, type FileIntake } from './intake/file-intake.ts'
import { createLookup, type Lookup } from './lookup/lookup.ts'
import { createMarket, type Market } from './market/market.ts'
import type { Ports } from './ports/host.ts'
import { createPracticePanel, type PracticePanel } from './practice/practice.ts'
import type { OpenStorage } from './open-storage.ts'
import { createSightings, type Sightings } from './sightings/sightings.ts'
import { createStorage, type OpenedStorage } from './storage/storage.ts'
import { createUploads, type Uploads } from './uploads/uploads.ts'
import { createMemoryVault } from './vault/memory-vault.ts'
import { createInspector, type Inspector } from './webhooks/inspector.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** What a host gets: the methods to dispatch to, the events to pass on, the door for files, and an end. */
export interface Program {
  readonly handlers: Handlers<AbortSignal>
  readonly intake: FileIntake
  listen(listener: EventListener): () => void
  /** Passes a menu's wish to the window (`app.commanded`, subject: "open-file", "look-up"). */
  command(name: string): void
  /** Stops sending after the call in hand, closes the database. What was going on goes on at the next start. */
  close(): Promise<void>
}

/** What lives while storage is open. */
interface Parts {
  readonly connections: Connections
  readonly drafts: Drafts
  readonly uploads: Uploads
  readonly customers: Customers
  readonly sightings: Sightings
  readonly lookup: Lookup
  readonly market: Market
  readonly webhooks: Webhooks
  readonly inspector: Inspector
  readonly practice: PracticePanel
  /** Ends everything that is under way; resolves when nothing uses the database any more. */
  end(): Promise<void>
}

/**
 * The one place where the program is put together. Opens the data where no question has to be asked first; until it is open, what
 * needs it answers `storage-locked`. Rejects only for an error of ours: whatever the machine refuses is a state of storage.
 */
export async function createProgram(ports: Ports): Promise<Program> {
  const { clock, log } = ports
  const announcer = createAnnouncer()
  const intake = createFileIntake()
  let database: Database | null = null
  let parts: Parts | null = null

  const app = createApp({ ...ports, database: () => database })

  const storage = createStorage({
    dataFolder: ports.dataFolder,
    vault: ports.vault,
    clock,
    log,
    async onOpened(opened) {
      parts = assemble(ports, intake, announcer, opened)
      database = opened.database
      app.opened()
    },
    async onClosing() {
      const ending = parts
      parts = null
      await ending?.end()
      database = null
    },
    onChanged: () => announcer.announce('storage.changed'),
  })

  /** Each verb of a domain, answered by the part that lives now. */
  const whileOpen = <D extends Exclude<keyof Parts, 'end'>>(domain: D): DomainHandlers<D, AbortSignal> => {
    const verbs = Object.keys(domains[domain]).map((verb) => [
      verb,
      async (input: unknown, signal: AbortSignal): Promise<unknown> => {
        if (!parts) {
          fail('storage-locked', 'The data on this PC is not open yet.', {
            next: 'Open it first; the window shows how.',
          })
        }
        const living = parts[domain] as unknown as Record<
          string,
          (input: unknown, signal: AbortSignal) => Promise<unknown>
        >
        const run = living[verb]
        if (!run) throw new Error(`No handler for ${domain}.${verb}`)
        return run(input, signal)
      },
    ])
    return Object.fromEntries(verbs) as DomainHandlers<D, AbortSignal>
  }

  log.write('info', 'program.started', { version: ports.version, host: ports.host, platform: process.platform })
  await storage.start()

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
    listen: (listener) => announcer.listen(listener),
    command: (name) => announcer.announce('app.commanded', name),
    close() {
      closing ??= storage.close().then(() => log.write('info', 'program.closed'))
      return closing
    },
  }
}

function assemble(
  ports: Ports,
  intake: FileIntake,
  announcer: OpenStorage['announcer'],
  { database, protection, practiceKey }: OpenedStorage,
): Parts {
  const { clock, log, vault } = ports
  const ending = new AbortController()
  const connections = createConnections({
    database,
    clock,
    log,
    announcer,
    fetch: ports.fetch,
    // Behind a password the keychain is tried all the same: it may be back. Where nothing is to be kept it is left alone.
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
  const storage: OpenStorage = {
    database,
    clock,
    log,
    announcer,
    connections: connections.access,
    ended: ending.signal,
  }
  const customers = createCustomers(storage, { createUpload: (records) => uploads.createFromRecords(records) })
  const drafts = createDrafts(storage, {
    intake,
    startDraftWorker: ports.startDraftWorker,
    knownCustomerKeys: (connectionId, region) => {
      const underWay = uploads.inFlightVehicles(connectionId, region, customers.syncedAt(connectionId, region))
      return new Set([...underWay, ...customers.vehicleKeys(connectionId, region)])
    },
  })
  const uploads = createUploads(storage, {
    drafts,
    requestSync: (connectionId, region) => customers.requestSync(connectionId, region),
  })
  const practice = createPracticePanel({
    practising: connections.practising,
    customers,
    uploads,
    announcer,
    log,
    forgetConnection(connectionId) {
      for (const part of [customers, sightings, lookup, webhooks, inspector]) part.forgetConnection(connectionId)
    },
  })
  const lookup = createLookup(storage)
  const market = createMarket(storage, lookup)
  const sightings = createSightings(storage, { customers, market, notifier: ports.notifier ?? null })
  const { isPractice } = connections
  const inspector = createInspector(storage, { customers, isPractice })
  const webhooks = createWebhooks(storage, { view: inspector.view, isPractice })
  const living = [connections, customers, drafts, uploads, sightings, inspector.life]
  for (const part of living) part.start()
  return {
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
    async end() {
      ending.abort(new Error('Forecourt is closing'))
      await Promise.all(living.map((part) => part.close()))
    },
  }
}

import { join } from 'node:path'
import type { Customer } from '../contract/customer-record.ts'
import type { Handlers } from '../contract/methods.ts'
import type { Region } from '../contract/region.ts'
import type { RetentionKind } from '../contract/retention-kinds.ts'
import { createAutomaticBackups } from './backups/automatic-backups.ts'
import { createBulkLookups } from './bulk-lookups/bulk-lookups.ts'
import type { ConnectionRegion } from './connections/connection-region.ts'
import { clearPractice } from './connections/remove-rows.ts'
import { createConnections, type Connections } from './connections/connections.ts'
import { createCustomers, type Customers } from './customers/customers.ts'
import { createDataExport } from './data-export/data-export.ts'
import type { Database } from './database/database.ts'
import { createDrafts } from './drafts/drafts.ts'
import type { FileIntake } from './intake/file-intake.ts'
import { createExportLogHandlers, type ExportLog } from './export-log/export-log.ts'
import { createFolders } from './folders/folders.ts'
import { noteDraftSent, noteUploadWithdrawn } from './folders/note-draft-sent.ts'
import { createFindKnownVins } from './known-vins/known-vins.ts'
import { createRegoVins } from './known-vins/rego-vins.ts'
import { createLookup } from './lookup/lookup.ts'
import { createMarket } from './market/market.ts'
import { createNetwork } from './network/network.ts'
import type { OpenStorage } from './open-storage.ts'
import { createPeople } from './people/people.ts'
import type { Ports } from './ports/host.ts'
import type { NetworkSignIn } from './ports/network-sign-in.ts'
import type { Vault } from './ports/vault.ts'
import { createPracticePanel } from './practice/practice.ts'
import { createRetention } from './retention/retention.ts'
import type { BackgroundPart } from './scheduling/background-parts.ts'
import { createSightings, type Sightings } from './sightings/sightings.ts'
import type { UnlockedDatabase } from './storage/storage-options.ts'
import { createTeams } from './team/membership/teams.ts'
import { createPracticeTeam } from './team/practice/practice-team.ts'
import { createTeamWork } from './team/work/team-work-handlers.ts'
import { defaultAdvanced } from './service/assumptions.ts'
import { createUploads, type Uploads } from './uploads/uploads.ts'
import { createInspector } from './webhooks/inspector.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** The domains that need the database. */
export type DataDomain = Exclude<keyof Handlers<AbortSignal>, 'app' | 'lock' | 'storage' | 'updates' | 'privacy'>
export type DataHandlers = Pick<Handlers<AbortSignal>, DataDomain>

/** The parts that exist while storage is open. */
export interface OpenParts {
  readonly handlers: DataHandlers
  serviceHosts(): readonly string[]
  readonly networkSignIn: NetworkSignIn
  retryNow(): void
  /** Who is working; null: nobody was picked. */
  currentPerson(): { readonly id: string } | null
  /** Ends background work; resolves when no part uses the database. */
  end(): Promise<void>
}

interface PartsPorts extends Ports, Pick<OpenStorage, 'dateFormat'> {
  readonly exportLog: Pick<ExportLog, 'add'>
  /** For credentials that the keychain does not accept. */
  readonly memory: Vault
}

/** Creates the parts and adds those with background work to `background`, in the order in which they start. */
export function createParts(
  ports: PartsPorts,
  intake: FileIntake,
  announcer: OpenStorage['announcer'],
  { database, protection, practiceKey, file }: UnlockedDatabase,
  background: BackgroundPart[],
  ended: AbortSignal,
): Omit<OpenParts, 'end'> {
  const { clock, log, vault, dateFormat } = ports
  // Data with a password also tries the keychain, which may work again. When nothing is stored, the keychain is not used.
  const keychain = protection === 'nothing-kept' ? null : vault
  const retryNow = (): void => {
    for (const part of [connections, uploads, customers, bulkLookups, folders, team]) part.retryNow()
  }
  const network = createNetwork({ announcer, log, keychain, retryNow })
  ended.addEventListener('abort', network.close, { once: true })
  const connections = openConnections(
    { ...ports, database, announcer, keychain, practiceKey },
    (connectionId, change) => {
      if (change === 'credentials') uploads.resumeWithNewCredentials(connectionId)
      const region = connections.access.find(connectionId)?.region
      if (region) customers.requestSync(connectionId, region)
      if (change === 'credentials') folders.retryNow()
    },
  )
  background.push(connections)
  const storage: OpenStorage = { database, clock, log, announcer, connections: connections.access, ended, dateFormat }
  const team = createTeams(storage, {
    keychain,
    createPractice: async (names) => createPracticeTeam(storage, (scope) => readSighted(customers, scope), names),
  })
  background.push(team)
  const customers = createCustomers(storage, {
    createUpload: (records) => uploads.createFromRecords(records),
    readKnownRows: (draftId) => drafts.knownRows(draftId),
    findSavedVehicle: (scope, car) => lookup.savedVehicle(scope, car),
    onReferencesListed: (scope, references) => uploads.checkAccounts(scope, references),
  })
  background.push(customers)
  const regoVins = createRegoVins(database)
  const drafts = createDrafts(storage, {
    intake,
    findKnownVins: createFindKnownVins({
      clock,
      maxAgeDays: (id) => (storage.connections.find(id)?.advanced ?? defaultAdvanced).knownVinMaxAgeDays,
      recorded: regoVins.find,
      lookups: (scope, regos) => lookup.savedVins(scope, regos),
      customers: customers.vinsOfRegos,
    }),
    startDraftWorker: ports.startDraftWorker,
    startReaderProcess: ports.startReaderProcess,
    findCorrectedUpload: (scope, uploadId) => uploads.correctedUpload(scope, uploadId),
    knownCustomerKeys: (connectionId, region) => knownKeys({ uploads, customers }, connectionId, region),
  })
  background.push(drafts)
  const uploads = createUploads(storage, {
    drafts,
    customers,
    userName: ports.userName,
    currentPerson: () => people.currentPerson(),
    onDraftSent: (draftId, uploadId) => noteDraftSent(database, draftId, uploadId),
    onWithdrawn: (draftId, uploadId) => noteUploadWithdrawn(database, draftId, uploadId),
    notifier: ports.notifier ?? null,
    taskBar: ports.taskBar ?? null,
    regoVins,
    isOffline: connections.isOffline,
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
    async forgetConnection(connectionId) {
      clearPractice(database, connectionId)
      for (const part of [customers, sightings, lookup, inspector]) part.forgetConnection(connectionId)
      announcer.announce('bulkLookups.changed')
    },
  })
  const lookup = createLookup(storage)
  const bulkLookups = createBulkLookups(storage, {
    cars: lookup.cars,
    intake,
    startReaderProcess: ports.startReaderProcess,
    selectedCars: customers.selectedCars,
    callsLeft: connections.callsLeft,
  })
  background.push(bulkLookups.life)
  const market = createMarket(storage, lookup)
  const people = createPeople(storage)
  const sightings = createSightings(storage, { customers, market, people, notifier: ports.notifier ?? null })
  background.push(sightings)
  const teamWork = createTeamWork(storage, team, {
    customers,
    currentPerson: people.currentPerson,
    listeners: teamListeners(announcer, customers, sightings),
  })
  const { isPractice } = connections
  const inspector = createInspector(storage, { customers, isPractice })
  background.push(inspector.life)
  const webhooks = createWebhooks(storage, { view: inspector.view, isPractice })
  const backups = createAutomaticBackups(storage, { ...ports, file })
  background.push(backups)
  const retention = createRetention(storage, {
    logFolder: join(ports.dataFolder, 'log'),
    onDeleted: (kind) => handleDeleted(kind, announcer, sightings),
  })
  background.push(retention)
  const dataExport = createDataExport(storage, { ...ports, customers, cars: lookup.cars })
  background.push(dataExport)
  const folders = createFolders(storage, { ...ports, drafts, uploads, notifier: ports.notifier ?? null })
  background.push(folders.life)
  const handlers: DataHandlers = {
    backups: backups.handlers,
    retention: retention.handlers,
    dataExport: dataExport.handlers,
    exportLog: createExportLogHandlers(storage),
    folders: folders.handlers,
    connections,
    drafts,
    uploads,
    customers,
    people,
    sightings,
    lookup,
    bulkLookups,
    market,
    webhooks,
    inspector,
    practice,
    network,
    team: team.handlers,
    teamWork,
  }
  return {
    handlers,
    serviceHosts: connections.serviceHosts,
    networkSignIn: network.signIn,
    retryNow,
    currentPerson: people.currentPerson,
  }
}

interface ConnectionsPlace extends Pick<PartsPorts, 'clock' | 'log' | 'fetch' | 'practice' | 'dataFolder' | 'memory'> {
  readonly database: Database
  readonly announcer: OpenStorage['announcer']
  readonly keychain: Vault | null
  readonly practiceKey: string | null
}

/** `onChanged`: a connection has new credentials or another address, or its records are read in another way. */
const openConnections = (
  { practiceKey, ...place }: ConnectionsPlace,
  onChanged: (connectionId: string, change: 'credentials' | 'reading') => void,
): Connections =>
  createConnections({
    ...place,
    practicePlace: practiceKey === null ? null : { folder: place.dataFolder, storeKey: practiceKey },
    onCredentials: (connectionId) => onChanged(connectionId, 'credentials'),
    onReadingChanged: (connectionId) => onChanged(connectionId, 'reading'),
  })

const readSighted = async (customers: Customers, scope: ConnectionRegion): Promise<readonly Customer[]> => {
  await customers.ready(scope)
  return customers.sightedCustomers(scope)
}

/** Keys of the cars of customers, and of those that are being uploaded. */
async function knownKeys(
  { uploads, customers }: { readonly uploads: Uploads; readonly customers: Customers },
  connectionId: string,
  region: Region,
): Promise<Iterable<string>> {
  const inFlight = uploads.inFlightVehicles(connectionId, region, customers.completeAt(connectionId, region))
  const listed = await customers.vehicleKeys(connectionId, region)
  const both = function* (): Generator<string> {
    yield* inFlight
    yield* listed
  }
  return both()
}

/** Old data was deleted that other parts and the window may have in memory. */
function handleDeleted(kind: RetentionKind, announcer: OpenStorage['announcer'], sightings: Sightings): void {
  if (kind === 'lookups' || kind === 'notes') sightings.reload()
  if (kind === 'lookups') announcer.announce('lookup.changed')
  if (kind === 'lookups') announcer.announce('bulkLookups.changed')
  if (kind === 'uploads') announcer.announce('uploads.changed')
}

/** What changes on the screens when work of the team arrives. */
const teamListeners = (
  announcer: OpenStorage['announcer'],
  customers: Customers,
  sightings: Sightings,
): Parameters<typeof createTeamWork>[2]['listeners'] => ({
  onOutcomes: () => sightings.reload(),
  onContacts(scope) {
    customers.notifyDoNotContact(scope)
    announcer.announce('sightings.changed')
  },
  onOthers: announcer.announce,
})

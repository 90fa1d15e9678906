import { forwardHandlers, type Handlers } from '../contract/methods.ts'
import { createApp } from './app/app.ts'
import { createOpenedFiles, type OpenedFiles } from './app/opened-files.ts'
import type { Database } from './database/database.ts'
import { createAnnouncer, type EventListener } from './events/announcer.ts'
import { createExportLog } from './export-log/export-log.ts'
import { logExports } from './export-log/logged-handlers.ts'
import { fail } from './failures/failure-error.ts'
import { createFileIntake, type FileIntake } from './intake/file-intake.ts'
import { createLockedEvents, whileUnlocked } from './lock/locked-program.ts'
import { createLock, type Lock } from './lock/lock.ts'
import type { Ports } from './ports/host.ts'
import type { NetworkSignIn } from './ports/network-sign-in.ts'
import type { TaskBar, TaskProgress } from './ports/task-bar.ts'
import { createParts, type DataDomain, type DataHandlers, type OpenParts } from './open-parts.ts'
import { startParts } from './scheduling/background-parts.ts'
import { createProtectionCheck } from './storage/protection-check.ts'
import { continueWhenUnused } from './privacy/continue-when-unused.ts'
import { hasOpenDeletions } from './privacy/deletion-marks.ts'
import { createPrivacy } from './privacy/privacy.ts'
import { compactAtClose } from './retention/retention.ts'
import type { ProtectedBy } from './storage/storage-options.ts'
import { createStorage } from './storage/storage.ts'
import { createUpdates, type UpdatePlan } from './updates/updates.ts'
import { createMemoryVault } from './vault/memory-vault.ts'

/** What a host gets: handlers for its calls, events for its window, an intake for files, and a way to close. */
export interface Program {
  readonly handlers: Handlers<AbortSignal>
  readonly intake: FileIntake
  /** Files that the user opened with Forecourt outside its window. */
  readonly openedFiles: Pick<OpenedFiles, 'add'>
  /** Passes questions of the network to the user. Without open data there is no answer. */
  readonly networkSignIn: NetworkSignIn
  /** Opens the data when no question has to be answered first. Rejects for defects only: what the system refuses becomes a state of storage. */
  start(): Promise<void>
  listen(listener: EventListener): () => void
  /** Passes a command of a menu to the window (event `app.commanded`), for example `open-file` or `look-up ABC123`. */
  command(command: string): void
  /** Ends the waits after failed calls and brings the data up to date: the PC woke up, or the network has changed. */
  retryNow(): void
  /** What the host does with a downloaded update when it closes now. Ask before `close`, which ends the uploads. */
  updatePlan(): UpdatePlan
  /** Waits for the call that is running, stops sending and closes the database. Uploads and edits continue at the next start. */
  close(): Promise<void>
  /** Closes the database now, for a process that the system is about to end. Everything continues at the next start. */
  closeAtOnce(): void
}

const failLocked = (): never =>
  fail('storage-locked', 'Your data is locked.', { next: 'Unlock it in the Forecourt window.' })

/** Puts the program together. Until it is started and its data is open, the methods that need the data answer `storage-locked`. */
export function createProgram(ports: Ports): Program {
  const { clock, log } = ports
  const announcer = createAnnouncer()
  const intake = createFileIntake()
  let database: Database | null = null
  let parts: OpenParts | null = null
  /** Until the program closes: data is also closed and opened again in between. */
  let memory = createMemoryVault()
  let progress: TaskProgress | null = null
  const taskBar: TaskBar = {
    show(next) {
      progress = next
      ports.taskBar?.show(next)
    },
  }
  const updates = createUpdates({
    updater: ports.updater ?? null,
    clock,
    log,
    isUploading: () => progress?.state === 'running',
    onChanged: () => announcer.announce('updates.changed'),
  })

  const openedFiles = createOpenedFiles(() => announcer.announce('app.fileOpened'))
  const app = createApp({
    ...ports,
    openedFiles,
    database: () => database,
    serviceHosts: () => parts?.serviceHosts() ?? [],
    storage: () => storage.handlers.status({}, new AbortController().signal),
  })

  const requireDatabase = (): Database => database ?? failLocked()
  const privacy = createPrivacy({
    ...ports,
    requireDatabase,
    reopen: () => storage.reopen(),
    async protection(): Promise<ProtectedBy> {
      const status = await storage.handlers.status({}, new AbortController().signal)
      return status.state === 'open' ? status.protection : 'nothing-kept'
    },
    requirePassword: (password) => protection.requirePassword(password),
    deleteAllData: (plan) => storage.deleteAllData(plan),
  })
  const storage = createStorage({
    dataFolder: ports.dataFolder,
    sharedFolder: ports.sharedFolder ?? null,
    vault: ports.vault,
    clock,
    log,
    startDatabaseWorker: ports.startDatabaseWorker,
    intake,
    continueDeletions: privacy.continueDeletions,
    carryDeletions: privacy.carryDeletions,
    pauseRestoredWork: async (restored) =>
      (await import('./updating/pause-restored-work.ts')).pauseRestoredWork(restored, clock.now()),
    async onUnlocked(unlocked) {
      const opened = { ...ports, memory, taskBar, ...notifier, dateFormat: app.dateFormat, exportLog }
      const { isDiskFull } = unlocked
      parts = await startParts((...started) => createParts(opened, intake, announcer, unlocked, ...started), {
        log,
        isDiskFull,
      })
      database = unlocked.database
      app.handleStorageOpened()
      lock.handleStorageOpened()
    },
    async onClosing() {
      const ending = parts
      parts = null
      await ending?.end()
      exportLog.flush()
      if (database) compactAtClose(database, ports)
      database = null
    },
    async onDataDeleted() {
      exportLog.clear()
      memory = createMemoryVault()
      taskBar.show(null)
      if (ports.loginItem?.isOn()) ports.loginItem.set(false)
      await ports.clearWindowData?.()
    },
    stopPractice: ports.practice.stop,
    onChanged: () => announcer.announce('storage.changed'),
    onProgress: (shown) => announcer.announce('storage.progressed', null, shown),
  })

  const protection = createProtectionCheck(ports.dataFolder, storage.tries)
  const lock = createLock({
    clock,
    database: () => database,
    ...protection,
    tries: storage.tries,
    onChanged(change) {
      announcer.announce('lock.changed')
      if (change === 'unlocked') lockedEvents.announceMissed()
    },
  })
  const lockedEvents = createLockedEvents(lock, announcer)
  const notifier = ports.notifier ? { notifier: lock.guarded(ports.notifier) } : {}

  const exportLog = createExportLog(() => database)
  const handlers = logExports(
    handlersOf(lock, { app, storage: storage.handlers, privacy: privacy.handlers, updates }, () => parts),
    (entry) => {
      if (!database) return
      exportLog.add({ ...entry, at: clock.now(), personId: parts?.currentPerson()?.id ?? null })
      announcer.announce('exportLog.changed')
    },
  )

  const endUnused = continueWhenUnused({
    clock,
    unusedMs: lock.unusedMs,
    hasDeletions: () => database !== null && progress?.state !== 'running' && hasOpenDeletions(database),
    run: () => storage.reopen(),
    onError: (error) => log.write('error', 'privacy.deletionLater', { error: String(error) }),
  })

  let closing: Promise<void> | null = null
  return {
    handlers,
    intake,
    openedFiles,
    networkSignIn: {
      signInToProxy: async (...challenge) => (await parts?.networkSignIn.signInToProxy(...challenge)) ?? null,
      chooseCertificate: async (...offer) => (await parts?.networkSignIn.chooseCertificate(...offer)) ?? null,
    },
    retryNow: () => parts?.retryNow(),
    start() {
      log.write('info', 'program.started', { version: ports.version, host: ports.host, platform: process.platform })
      updates.start()
      return storage.start()
    },
    updatePlan: updates.plan,
    listen: lockedEvents.listen,
    command: (command) => announcer.announce('app.commanded', command),
    close() {
      updates.close()
      lock.close()
      endUnused()
      closing ??= storage.close().then(() => log.write('info', 'program.closed'))
      return closing
    },
    closeAtOnce: storage.closeAtOnce,
  }
}

/** The handlers of all domains. Those that need the data answer `storage-locked` while there is none. */
function handlersOf(
  lock: Lock,
  { app, storage, privacy, updates }: Pick<Handlers<AbortSignal>, 'app' | 'storage' | 'privacy' | 'updates'>,
  openParts: () => OpenParts | null,
): Handlers<AbortSignal> {
  const openHandlers = (): DataHandlers => {
    lock.requireUnlocked()
    return openParts()?.handlers ?? failLocked()
  }
  const whileOpen = <D extends DataDomain>(domain: D): DataHandlers[D] =>
    forwardHandlers<DataHandlers, D, AbortSignal>(domain, openHandlers)

  return {
    app: whileUnlocked(lock, app, ['info', 'preferences', 'paste']),
    lock: lock.handlers,
    storage: whileUnlocked(lock, storage, ['status']),
    privacy: whileUnlocked(lock, privacy, []),
    updates,
    backups: whileOpen('backups'),
    retention: whileOpen('retention'),
    dataExport: whileOpen('dataExport'),
    exportLog: whileOpen('exportLog'),
    folders: whileOpen('folders'),
    connections: whileOpen('connections'),
    drafts: whileOpen('drafts'),
    uploads: whileOpen('uploads'),
    customers: whileOpen('customers'),
    people: whileOpen('people'),
    sightings: whileOpen('sightings'),
    lookup: whileOpen('lookup'),
    bulkLookups: whileOpen('bulkLookups'),
    market: whileOpen('market'),
    webhooks: whileOpen('webhooks'),
    inspector: whileOpen('inspector'),
    practice: whileOpen('practice'),
    network: whileOpen('network'),
    team: whileOpen('team'),
    teamWork: whileOpen('teamWork'),
  }
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { drafts as draftMethods, type Draft } from '../../../../src/contract/drafts.ts'
import type { ProgramEvent } from '../../../../src/contract/events.ts'
import { withHandlers } from '../../../../src/contract/methods.ts'
import type { Region } from '../../../../src/contract/region.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import type { Drafts } from '../../../../src/core/drafts/drafts.ts'
import { createDrafts } from '../../../../src/core/drafts/drafts.ts'
import { readerLimits, type ReaderLimits } from '../../../../src/core/drafts/file-process/process-limits.ts'
import type { StartReaderProcess } from '../../../../src/core/ports/host.ts'
import type { PackForm } from '../../../../src/core/drafts/storage/pack-upload.ts'
import { unpackJournalRows, type JournalRow } from '../../../../src/core/drafts/storage/row-pack.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createFileIntake, type FileContent } from '../../../../src/core/intake/file-intake.ts'
import type { OpenStorage } from '../../../../src/core/open-storage.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { startDraftTwin, startDraftWorker } from '../../../twins/draft-worker.ts'
import { startReaderTwin } from '../../../twins/reader-process.ts'
import { createLogTwin, type LogTwin } from '../../../twins/log-twin.ts'
import { oneSource } from '../../../twins/one-source.ts'

export interface DraftsBench {
  readonly drafts: Drafts
  readonly database: Database
  readonly clock: ClockTwin
  readonly log: LogTwin
  readonly events: readonly ProgramEvent[]
  readonly workers: readonly Worker[]
  known: Set<string>
  /** Announces that the customer cache changed. */
  customersChanged(): void
  open(name: string, content: string | Uint8Array): ReturnType<Drafts['open']>
  openContent(name: string, content: FileContent): ReturnType<Drafts['open']>
  /** Hands over a file, and gives its id. */
  addFile(name: string, content: FileContent): string
  /** Begins to open a file that can be cancelled by its id. */
  begin(
    name: string,
    content: FileContent,
    caller?: AbortSignal,
  ): { readonly fileId: string; readonly opening: ReturnType<Drafts['open']> }
  /** Another program with the same database, as after a crash of the first. */
  restart(): DraftsBench
}

export const signal = new AbortController().signal

/**
 * Drafts with a database in memory and one connection. Drafts are checked in this thread unless limits of a real one are given, and
 * files are read in it unless a process is given. Closed at the end of the test.
 */
export function createBench(
  options: {
    readonly region?: Region
    readonly database?: Database
    readonly workerLimits?: ResourceLimits
    readonly startReaderProcess?: StartReaderProcess
    readonly readerLimits?: ReaderLimits
  } = {},
): DraftsBench {
  const { region = 'au', workerLimits } = options
  const database = options.database ?? emptyDatabase()
  const clock = createClockTwin()
  const log = createLogTwin()
  const announcer = createAnnouncer()
  const events: ProgramEvent[] = []
  announcer.listen((event) => events.push(event))
  const connection = { id: 'c1', region, advanced: defaultAdvanced }
  const storage: OpenStorage = {
    database,
    clock,
    log,
    announcer,
    connections: {
      active: () => connection,
      ...oneSource(() => connection),
      find: () => connection,
      client: () => Promise.reject(new Error('Drafts call no service')),
    },
    ended: new AbortController().signal,
    dateFormat: () => 'region',
  }
  const intake = createFileIntake()
  const workers: Worker[] = []
  const drafts = createDrafts(storage, {
    intake,
    startDraftWorker: () => {
      const worker = workerLimits ? startDraftWorker(workerLimits) : startDraftTwin()
      workers.push(worker)
      return worker
    },
    startReaderProcess: options.startReaderProcess ?? startReaderTwin,
    readerLimits: options.readerLimits ?? readerLimits,
    knownCustomerKeys: () => bench.known,
  })
  drafts.start()
  onTestFinished(() => drafts.close())
  const bench: DraftsBench = {
    drafts: checked(drafts),
    database,
    clock,
    log,
    events,
    workers,
    known: new Set(),
    customersChanged: () => announcer.announce('customers.changed'),
    open(name, content) {
      return bench.openContent(name, typeof content === 'string' ? new TextEncoder().encode(content) : content)
    },
    openContent: (name, content) => bench.begin(name, content).opening,
    addFile: (name, content) => intake.add(name, content).fileId,
    begin(name, content, caller = signal) {
      const { fileId } = intake.add(name, content)
      return { fileId, opening: bench.drafts.open({ fileId }, caller) }
    },
    restart: () => createBench({ region, database }),
  }
  return bench
}

function emptyDatabase(): Database {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  onTestFinished(() => database.close())
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'Practice', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '2026-11-21T00:00:00.000Z')`,
  )
  return database
}

/** Parses every answer with the contract and throws for an answer with other fields. */
function checked(drafts: Drafts): Drafts {
  const verbs = Object.keys(draftMethods) as (keyof typeof draftMethods)[]
  const parsing = verbs.map((verb) => [
    verb,
    async (input: never, caller: AbortSignal): Promise<unknown> => {
      const answer = await drafts[verb](input, caller)
      const parsed = draftMethods[verb].output.parse(answer)
      if (!isDeepStrictEqual(parsed, answer))
        throw new Error(`drafts.${verb} answers with fields that are not in the contract`)
      return parsed
    },
  ])
  return withHandlers(drafts, Object.fromEntries(parsing) as unknown as Pick<Drafts, keyof typeof draftMethods>)
}

export const readSample = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/samples/${name}`, import.meta.url)))

export const customerList = [
  'Name,Mobile,Rego,State,VIN,Sold,Colour',
  'Ann Lee,0491570006,ABC123,NSW,6G1FA8E5AZ4033922,13/02/2024,Red',
  'Bob Tan,491570156,1AB2CD,Vctoria,,14/02/2024,Blue',
  'Cy Wu,0491570157,XYZ789,NSW,,15/02/2024,',
  '',
].join('\r\n')

export const failureKind = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: { failure?: { kind: string } }) => error.failure?.kind ?? error,
  )
export const rowOf = async (bench: DraftsBench, id: string, number: number) =>
  (await bench.drafts.rowsByNumber({ id, rows: [number] }, signal)).rows[0]!
/** A draft without the times that differ between runs. */
export const withoutTimes = (draft: Draft): Draft => ({ ...draft, changedAt: '' })

/** How rows are packed in tests. */
export const testForm = (): PackForm => ({
  uploadId: '0123456789abcdef',
  batchSize: 250,
  referenceKey: null,
  corrects: null,
})

/** The rows that an upload of a draft would have. */
export async function rowsToSend(
  bench: DraftsBench,
  id: string,
): Promise<{ readonly rows: JournalRow[]; readonly unsent: JournalRow[]; readonly rowsInFile: number }> {
  const { packs, rowsInFile } = await bench.drafts.rowsToSend(id, testForm)
  const rows: JournalRow[] = []
  const unsent: JournalRow[] = []
  for await (const { isBatch, pack } of packs) (isBatch ? rows : unsent).push(...unpackJournalRows(pack))
  return { rows, unsent, rowsInFile }
}

export function addUpload(database: Database): string {
  const id = randomUUID()
  database.run(
    `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
       paid_lookups, batch_size, state, created_at) VALUES (?, 'c1', 'au', '', '', 0, '[]', 0, 0, 0, 0, 'open', '')`,
    [id],
  )
  return id
}

/** Takes the rows of a draft and closes it, as an upload does. */
export async function sendDraft(bench: DraftsBench, id: string): Promise<void> {
  await rowsToSend(bench, id)
  bench.database.transaction(() => bench.drafts.closeDraft(bench.database, id, addUpload(bench.database)))
}

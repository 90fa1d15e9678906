import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { createDrafts } from '../src/core/drafts/drafts.ts'
import { createFileIntake } from '../src/core/intake/file-intake.ts'
import { createUploads } from '../src/core/uploads/uploads.ts'
import { startPracticeService } from '../src/simulator/service.ts'
import { madeSpreadsheet } from '../test/spreadsheets/made-spreadsheet.ts'
import { startDraftTwin } from '../test/twins/draft-worker.ts'
import { startReaderTwin } from '../test/twins/reader-process.ts'
import { newKey, openBenchStorage, openOnDisk, ownFolder } from './core-storage.ts'

/**
 * Counts the files of `src` through which one ordinary CSV goes: from the file to the customers that are posted. A file counts when one of
 * its functions runs then, and did not run before, when all was opened and a list was looked at.
 *
 *   npm run way-of-a-row             how many
 *   npm run way-of-a-row -- --list   and which
 */
const sources = fileURLToPath(new URL('../src/', import.meta.url))
const rows = 300
const signal = new AbortController().signal

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The files with a function that ran since the last call. */
async function filesThatRan(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) =>
    // The first function is the module itself.
    functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  )
  const paths = ran.flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []))
  return new Set(paths.filter((path) => path.startsWith(sources)).map((path) => path.slice(sources.length)))
}

const service = await startPracticeService({ customersPerSecond: Infinity })
const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
const ending = new AbortController()
const intake = createFileIntake()
const storage = openBenchStorage(database, ending.signal, { url: service.url, apiKey: service.apiKey })
const drafts = createDrafts(storage, {
  intake,
  startDraftWorker: startDraftTwin,
  startReaderProcess: startReaderTwin,
  knownCustomerKeys: () => [],
})
const uploads = createUploads(storage, { drafts, requestSync: () => undefined })
drafts.start()
uploads.start()
await drafts.list({}, signal)
const before = await filesThatRan()

const { fileId } = intake.add('list.csv', Buffer.from(madeSpreadsheet(rows, { clean: true })))
const { id: draftId } = await drafts.open({ fileId }, signal)
await uploads.create({ draftId, name: 'List', lookUpMissingVins: false, references: true }, signal)
const isPosted = (): boolean =>
  database.get(`SELECT 1 FROM upload_batch WHERE state IN ('planned', 'sending') LIMIT 1`) === undefined
while (!isPosted()) await pause(5)
const way = [...(await filesThatRan())].filter((file) => !before.has(file) && !file.startsWith('simulator/')).toSorted()

ending.abort()
await uploads.close()
await drafts.close()
database.close()
await service.stop()
if (process.argv.includes('--list')) process.stdout.write(`${way.join('\n')}\n`)
process.stdout.write(`${way.length} files of src are on the way of a row\n`)

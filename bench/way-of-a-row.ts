import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { noCustomerFilter } from '../src/contract/customer-filter.ts'
import { createCustomers } from '../src/core/customers/customers.ts'
import { createDrafts } from '../src/core/drafts/drafts.ts'
import { createFileIntake } from '../src/core/intake/file-intake.ts'
import { createUploads } from '../src/core/uploads/uploads.ts'
import { startPracticeService } from '../src/simulator/service.ts'
import { madeSpreadsheet } from '../test/spreadsheets/made-spreadsheet.ts'
import { startDraftTwin } from '../test/twins/draft-worker.ts'
import { startReaderTwin } from '../test/twins/reader-process.ts'
import { uploadPartsTwin } from '../test/twins/upload-parts-twin.ts'
import { connectionId, newKey, openBenchStorage, openOnDisk, ownFolder } from './core-storage.ts'

const help = `Counts the files of src through which one ordinary CSV goes, from the file to the customers that are posted.

  npm run way-of-a-row [-- --edit | --page] [--list]

  --edit   of an edit of a customer, from the call to the saved answer
  --page   of a page of customers, from the service to the list
  --list   also name the files
  --help   show this text

A file counts when one of its functions runs then, and did not run before, when all was opened and a list was looked at.
`
if (process.argv.includes('--help')) {
  process.stdout.write(help)
  process.exit(0)
}

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

const service = await startPracticeService({ customersPerSecond: Infinity, owners: 60 })
const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
const ending = new AbortController()
const storage = openBenchStorage(database, ending.signal, { url: service.url, apiKey: service.apiKey })

/** The files that run from `begin` until `isDone`, without those that ran before. */
async function filesOf(begin: () => Promise<unknown>, isDone: () => boolean | Promise<boolean>): Promise<string[]> {
  const before = await filesThatRan()
  await begin()
  while (!(await isDone())) await pause(5)
  return [...(await filesThatRan())].filter((file) => !before.has(file) && !file.startsWith('simulator/')).toSorted()
}

async function wayOfARow(): Promise<string[]> {
  const intake = createFileIntake()
  const drafts = createDrafts(storage, {
    intake,
    startDraftWorker: startDraftTwin,
    startReaderProcess: startReaderTwin,
    knownCustomerKeys: () => [],
  })
  const uploads = createUploads(storage, { ...uploadPartsTwin, drafts })
  drafts.start()
  uploads.start()
  await drafts.list({}, signal)
  const send = async (): Promise<void> => {
    // A note that may forbid contact has to be decided first.
    const text = madeSpreadsheet(rows, { clean: true }).replaceAll('text only please', 'hello')
    const { fileId } = intake.add('list.csv', Buffer.from(text))
    const { id: draftId } = await drafts.open({ fileId }, signal)
    await uploads.create({ draftId, name: 'List', lookUpMissingVins: false, references: true }, signal)
  }
  const isPosted = (): boolean =>
    database.get(`SELECT 1 FROM upload_batch WHERE state IN ('planned', 'sending') LIMIT 1`) === undefined
  const way = await filesOf(send, isPosted)
  ending.abort()
  await uploads.close()
  await drafts.close()
  return way
}

async function wayOfCustomers(what: 'page' | 'edit'): Promise<string[]> {
  const customers = createCustomers(storage)
  const list = () =>
    customers.list({ ...noCustomerFilter, sort: 'clientName', descending: false, offset: 0, limit: 50 }, signal)
  const isSynced = (): boolean => customers.syncedAt(connectionId, 'au') !== null
  await list()
  const page = await filesOf(async () => customers.start(), isSynced)
  const [customer] = (await list()).customers
  if (!customer) throw new Error('The practice service has no customers')
  const edit = (): Promise<unknown> =>
    customers.edit(
      { id: customer.id, field: 'clientName', value: 'Ann Lee', lastUpdated: customer.lastUpdated },
      signal,
    )
  const isSaved = async (): Promise<boolean> => (await customers.edits({}, signal)).edits.length === 0
  const way = what === 'page' ? page : await filesOf(edit, isSaved)
  ending.abort()
  await customers.close()
  return way
}

const what = (['edit', 'page'] as const).find((name) => process.argv.includes(`--${name}`)) ?? 'row'
const way = what === 'row' ? await wayOfARow() : await wayOfCustomers(what)
database.close()
await service.stop()
if (process.argv.includes('--list')) process.stdout.write(`${way.join('\n')}\n`)
process.stdout.write(`${way.length} files of src are on the way of ${what === 'edit' ? 'an edit' : `a ${what}`}\n`)

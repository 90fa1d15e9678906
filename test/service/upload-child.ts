/**
 * One run of the program, from its start to the end of its upload, or to a SIGKILL at a counted moment: before or
 * after a statement of the journal, before a request is sent or after its answer arrived. Its arguments are JSON; it
 * writes its result to stdout.
 */
import { openDatabase } from '../../src/core/database/database.ts'
import type { Fetch } from '../../src/core/ports/host.ts'
import { createUploads } from '../../src/core/uploads/uploads.ts'
import { uploadDraftsTwin, uploadPartsTwin } from '../twins/upload-parts-twin.ts'
import { shortTiming, openTestStorage, rowsOfDraft, withMoments } from './upload-parts.ts'

export interface Life {
  readonly path: string
  readonly key: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly rows: number
  readonly batchSize: number
  /** The moment at which it kills itself; null: it runs to the end. */
  readonly dieAt: number | null
}

const life = JSON.parse(process.argv[2] ?? '') as Life
let moments = 0
let isCounting = false

function moment(): void {
  if (!isCounting) return
  moments += 1
  if (moments === life.dieAt) process.kill(process.pid, 'SIGKILL')
}

const opened = openDatabase(life.path, life.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
const { database } = opened
const counted = withMoments(database, moment)
const fetchCounted: Fetch = async (url, init) => {
  moment()
  const response = await globalThis.fetch(url, init)
  moment()
  return response
}

const storage = openTestStorage({
  database: counted,
  baseUrl: life.baseUrl,
  apiKey: () => life.apiKey,
  batchSize: life.batchSize,
  fetch: fetchCounted,
  ended: new AbortController().signal,
})
const draftName = 'test-draft'
const isDraftThere = (): boolean => database.get('SELECT name FROM setting WHERE name = ?', [draftName]) !== undefined
const drafts = uploadDraftsTwin(() => {
  if (!isDraftThere()) throw new Error('The draft is gone')
  return rowsOfDraft(life.rows)
})
const uploads = createUploads(storage, {
  ...uploadPartsTwin,
  drafts: {
    ...drafts,
    closeDraft: (within) => void within.run('DELETE FROM setting WHERE name = ?', [draftName]),
  },
  timing: shortTiming,
})

const { signal } = new AbortController()
const tellWhenOver = async (): Promise<void> => {
  const { uploads: all } = await uploads.list({}, signal)
  if (all.length === 0 || all.some(({ finishedAt }) => finishedAt === null)) return
  process.stdout.write(JSON.stringify(all))
  isCounting = false
  await uploads.close()
  database.close()
}
storage.announcer.listen(({ name }) => {
  if (name === 'uploads.changed') void tellWhenOver()
})

isCounting = true
uploads.start()
if (isDraftThere()) {
  await uploads.create({ draftId: 'draft', name: 'March', lookUpMissingVins: false, references: true }, signal)
} else await tellWhenOver()

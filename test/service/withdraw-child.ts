/**
 * One run of a program without a network: sends the draft, then withdraws it, and writes "done" to stdout. It kills itself at a
 * counted moment, before or after a statement of the database. Its arguments are JSON.
 */
import { openDatabase } from '../../src/core/database/database.ts'
import { closeDraft } from '../../src/core/drafts/storage/draft-repository.ts'
import { faultFailure } from '../../src/core/service/service-failures.ts'
import { createUploads } from '../../src/core/uploads/uploads.ts'
import { uploadDraftsTwin, uploadPartsTwin } from '../twins/upload-parts-twin.ts'
import { openTestStorage, rowsOfDraft, shortTiming, withMoments } from './upload-parts.ts'

export interface WithdrawLife {
  readonly path: string
  readonly key: string
  /** The moment at which it kills itself. */
  readonly dieAt: number
}

const life = JSON.parse(process.argv[2] ?? '') as WithdrawLife
const opened = openDatabase(life.path, life.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
const { database } = opened
let moments = 0

function moment(): void {
  moments += 1
  if (moments === life.dieAt) process.kill(process.pid, 'SIGKILL')
}

const counted = withMoments(database, moment)
const ending = new AbortController()
const storage = openTestStorage({
  database: counted,
  baseUrl: 'http://service.invalid',
  apiKey: () => 'key',
  batchSize: 10,
  ended: ending.signal,
})
// Nothing is ever marked as being sent: such an upload could not be withdrawn.
const offline = faultFailure({ faultClass: 'no-network', certainty: 'not-sent', code: null })
const connections = { ...storage.connections, client: async () => ({ ok: false as const, error: offline }) }
const drafts = uploadDraftsTwin(() => rowsOfDraft(3))
const uploads = createUploads(
  { ...storage, connections },
  {
    ...uploadPartsTwin,
    drafts: {
      ...drafts,
      closeDraft(within, draftId, uploadId) {
        if (!closeDraft(within, draftId, uploadId)) throw new Error('The draft is gone')
      },
    },
    timing: shortTiming,
  },
)
const { signal } = ending
uploads.start()
const known = (await uploads.list({}, signal)).uploads[0]
const options = { draftId: 'draft', name: 'March', lookUpMissingVins: false, references: true }
const { id } = known ?? (await uploads.create(options, signal))
await uploads.withdraw({ id }, signal)
process.stdout.write('done')
ending.abort()
await uploads.close()
database.close()

/**
 * One run of privacy on a data folder: opens the database, asks for the deletion if it is not asked for yet, runs it, and writes "done" to
 * stdout. It kills itself at a counted moment, before or after a statement of the database. Its arguments are JSON.
 */
import { join } from 'node:path'
import { openDatabase } from '../../src/core/database/database.ts'
import { findPerson } from '../../src/core/privacy/find-person.ts'
import { requestDeletion } from '../../src/core/privacy/person-deletions.ts'
import { createPrivacy } from '../../src/core/privacy/privacy.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { runAtOnce } from '../../src/core/scheduling/in-slices.ts'
import { withMoments } from './upload-parts.ts'

export interface PrivacyLife {
  readonly folder: string
  readonly key: string
  readonly text: string
  /** The moment at which it kills itself. */
  readonly dieAt: number
}

const life = JSON.parse(process.argv[2] ?? '') as PrivacyLife
const file = { path: join(life.folder, 'forecourt.db'), key: life.key }
const opened = openDatabase(file.path, file.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
let moments = 0
const database = withMoments(opened.database, () => {
  moments += 1
  if (moments === life.dieAt) process.kill(process.pid, 'SIGKILL')
})
if (!database.get('SELECT 1 FROM person_deletion')) {
  const search = runAtOnce(findPerson(database, life.text))
  const chosen = search.found.matches.filter(({ suggested }) => suggested).map(({ key }) => key)
  const person = search.person(chosen)
  if (person) requestDeletion(database, person, systemClock.now())
}
const log = { write: () => undefined }
const privacy = createPrivacy({
  dataFolder: life.folder,
  clock: systemClock,
  log,
  requireDatabase: () => database,
  reopen: async () => undefined,
  protection: async () => 'keychain',
  requirePassword: async () => undefined,
  deleteAllData: () => Promise.reject(new Error('There is no storage here')),
})
await privacy.continueDeletions(database, file, () => undefined)
process.stdout.write(`done ${moments}`)
opened.database.close()

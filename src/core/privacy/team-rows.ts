import { z } from 'zod'
import { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { readSetting } from '../database/settings.ts'
import { teamMarkKeySetting } from '../database/team-outbox.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { keysOfFields, type PersonKey } from './person-keys.ts'
import { marksOf, type IsPerson, type Person } from './person.ts'
import type { OnTrace } from './trace.ts'

const text = z.string().nullish()
const Data = z.object({
  car: z.object({ region: Region, customerId: text, rego: text, vin: text, name: text }).optional(),
  region: Region.optional(),
  customerId: text,
  mobiles: z.array(z.string()).optional(),
})
const Content = z.object({ data: Data })

/** The person that an entry of a team is about, read from its JSON. Entries of later versions are read as far as their fields are known. */
export function keysOfTeamEntry(json: string): PersonKey[] {
  const read = Content.safeParse(JSON.parse(json))
  if (!read.success) return []
  const { car, customerId, mobiles = [], region = 'au' } = read.data.data
  const ofCar = car ? keysOfFields({ ...car, id: car.customerId ?? null }, car.region) : []
  const numbers = mobiles.map((mobile) => `mobile:${mobile}`)
  return [...ofCar, ...keysOfFields({ id: customerId ?? null }, region), ...numbers]
}

interface TeamRow {
  readonly device: string
  readonly n: number
  readonly content: string
}

/** Some milliseconds of reading. */
const pageRows = 100

/** Entries of the team with content, in pages. */
function* teamRows(database: Database): Generator<readonly TeamRow[], void> {
  for (let after: readonly [device: string, n: number] = ['', 0]; ;) {
    const page = database.all<TeamRow>(
      `SELECT device, n, content FROM team_entry WHERE (device, n) > (?, ?) AND content IS NOT NULL
       ORDER BY device, n LIMIT ${pageRows}`,
      after,
    )
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = [last.device, last.n]
  }
}

export function* teamTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const page of teamRows(database)) {
    for (const { content } of page) {
      const keys = keysOfTeamEntry(content)
      if (keys.length === 0) continue
      onTrace({ place: 'team', connectionId: '', region: 'au', keys, shown: null, content: JSON.parse(content) })
    }
    yield
  }
}

/**
 * Erases entries about a person: only their numbers stay. An own one that the server does not have is sent without content. Returns
 * how many there were.
 */
export function* eraseTeamRows(database: Database, isPerson: IsPerson): Steps<number> {
  let erased = 0
  for (const page of teamRows(database)) {
    const found = page.filter(({ content }) => isPerson(keysOfTeamEntry(content)))
    database.transaction(() => {
      for (const { device, n } of found) {
        database.run(
          `UPDATE team_entry SET state = 'erased', reason = 'person', kind = NULL, subject = NULL, content = NULL, body = NULL
           WHERE device = ? AND n = ?`,
          [device, n],
        )
      }
    })
    erased += found.length
    yield
  }
  forgetContacts(database, isPerson)
  return erased
}

const OutboxContact = z.object({ people: z.array(z.string()) })

/** People who were marked or allowed while the team was closed, and are not in its log so far. */
function forgetContacts(database: Database, isPerson: IsPerson): void {
  const rows = database.all<{ number: number; key: string }>(
    "SELECT number, key FROM team_outbox WHERE kind IN ('contact', 'own-contact')",
  )
  for (const { number, key } of rows) {
    const read = OutboxContact.safeParse(JSON.parse(key))
    const isOf = read.success && read.data.people.some((person) => isPerson([keyOfContact(person)]))
    if (isOf) database.run('DELETE FROM team_outbox WHERE number = ?', [number])
  }
}

const keyOfContact = (person: string): PersonKey => (person.startsWith('id:') ? person : `mobile:${person}`)

/** Notes for the other PCs of the team that a person was deleted: they get the marks when the team is next open. */
export function addTeamMarks(database: Database, person: Person): void {
  const key = readSetting(database, teamMarkKeySetting)
  if (key === null) return
  for (const hash of marksOf(person, Buffer.from(key, 'hex'))) {
    database.run('INSERT OR IGNORE INTO team_mark (hash, published) VALUES (?, 0)', [hash])
  }
}

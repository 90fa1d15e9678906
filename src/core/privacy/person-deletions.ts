import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DeletionReceipt } from '../../contract/privacy.ts'
import { PlaceCount } from '../../contract/privacy-places.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { parseJson } from '../database/parse-json.ts'
import { settings } from './deletion-marks.ts'
import { marksOf, type Person } from './person.ts'
import { addTeamMarks } from './team-rows.ts'

export const StoredReceipt = z.object({
  places: z.array(PlaceCount).default([]),
  asked: z.number().int().default(0),
  withdrawn: z.number().int().default(0),
  waiting: z.number().int().default(0),
  unreadableFiles: z.array(z.string()).default([]),
  byTeam: z.boolean().default(false),
})
export type StoredReceipt = z.infer<typeof StoredReceipt>

/** Before the key of marks that another PC of the team made. */
export const markKeyOfTeam = 'team:'

/** What a deletion on another PC of the team says about the person. */
export const StoredMarks = z.object({
  markKey: z.string(),
  marks: z.array(z.string()),
  /** Those that were unknown before. */
  added: z.array(z.string()).default([]),
})

/**
 * Notes that a person is to be deleted, and its marks, in one transaction: from now on each start continues until it is done. Returns
 * the id of the deletion.
 */
export function requestDeletion(database: Database, person: Person, now: Date): string {
  const id = randomUUID()
  database.transaction(() => {
    const key = readSetting(database, settings.key) ?? randomBytes(32).toString('hex')
    writeSetting(database, settings.key, key)
    for (const hash of marksOf(person, Buffer.from(key, 'hex'))) {
      database.run('INSERT OR IGNORE INTO deletion_mark (key, hash) VALUES (?, ?)', [key, hash])
    }
    addTeamMarks(database, person)
    database.run("INSERT INTO person_deletion (id, at, state, person, receipt) VALUES (?, ?, 'erasing', ?, '{}')", [
      id,
      now.toISOString(),
      JSON.stringify(person),
    ])
  })
  return id
}

/**
 * Notes that other PCs of the team have deleted persons, in the caller's transaction: their records here are deleted when the data is
 * next closed or opened. What several PCs delete until then has one receipt. `markKey`: hexadecimal, as that of the team's marks.
 */
export function requestTeamDeletion(database: Database, markKey: string, marks: readonly string[], now: Date): void {
  const key = markKeyOfTeam + markKey
  const added = marks.filter(
    (hash) => database.run('INSERT OR IGNORE INTO deletion_mark (key, hash) VALUES (?, ?)', [key, hash]).changes > 0,
  )
  const open = openTeamDeletion(database, markKey)
  const person = JSON.stringify({
    markKey,
    marks: [...new Set([...(open?.stored.marks ?? []), ...marks])],
    added: [...new Set([...(open?.stored.added ?? []), ...added])],
  })
  if (open) {
    database.run('UPDATE person_deletion SET person = ? WHERE id = ?', [person, open.id])
    return
  }
  database.run("INSERT INTO person_deletion (id, at, state, person, receipt) VALUES (?, ?, 'erasing', ?, ?)", [
    randomUUID(),
    now.toISOString(),
    person,
    JSON.stringify({ byTeam: true }),
  ])
}

/** What a team has asked for and is not begun; null: nothing. */
function openTeamDeletion(database: Database, markKey: string) {
  for (const { id, person } of database.all<{ id: string; person: string }>(
    "SELECT id, person FROM person_deletion WHERE state = 'erasing'",
  )) {
    const stored = StoredMarks.safeParse(JSON.parse(person)).data
    if (stored?.markKey === markKey) return { id, stored }
  }
  return null
}

/** Withdraws what a team has asked for and is not begun, in the caller's transaction: this PC joined it by mistake. */
export function withdrawTeamDeletion(database: Database, markKey: string): void {
  const open = openTeamDeletion(database, markKey)
  if (!open) return
  for (const hash of open.stored.added) {
    database.run('DELETE FROM deletion_mark WHERE key = ? AND hash = ?', [markKeyOfTeam + markKey, hash])
  }
  database.run('DELETE FROM person_deletion WHERE id = ?', [open.id])
}

/** Adds to the receipts of open deletions what was found in files. */
export function addErasedFiles(
  database: Database,
  { unreadable, lines }: { readonly unreadable: readonly string[]; readonly lines: number },
): void {
  for (const { id, receipt } of database.all<{ id: string; receipt: string }>(
    "SELECT id, receipt FROM person_deletion WHERE state <> 'done'",
  )) {
    const before = parseJson(StoredReceipt, receipt)
    const after: StoredReceipt = {
      ...before,
      places: lines === 0 ? before.places : [...before.places, { place: 'logs', count: lines }],
      unreadableFiles: [...new Set([...before.unreadableFiles, ...unreadable])],
    }
    database.run('UPDATE person_deletion SET receipt = ? WHERE id = ?', [JSON.stringify(after), id])
  }
}

/** All deletions of this PC, the newest first. */
export function deletionReceipts(database: Database): DeletionReceipt[] {
  const refused = (id: string): number =>
    database.value<number>('SELECT count(*) FROM bin WHERE erased_by = ? AND pending = 2', [id]) ?? 0
  return database
    .all<{
      id: string
      at: string
      state: DeletionReceipt['state']
      receipt: string
      deleted_at_service: number
      service_at: string | null
    }>('SELECT * FROM person_deletion ORDER BY number DESC')
    .map((row): DeletionReceipt => {
      const { places, asked, withdrawn, waiting, unreadableFiles, byTeam } = parseJson(StoredReceipt, row.receipt)
      const { id, at, state } = row
      return {
        id,
        at,
        state,
        places,
        atService: { asked, deleted: row.deleted_at_service, refused: refused(id), at: row.service_at },
        withdrawnRows: withdrawn,
        waitingRows: waiting,
        unreadableFiles,
        byTeam,
      }
    })
}

/** Asks the service again for records that it refused to delete. */
export const retryRefused = (database: Database): void =>
  void database.run('UPDATE bin SET pending = 1, failure = NULL WHERE erased_by IS NOT NULL AND pending = 2')

import { z } from 'zod'
import { CallNote } from '../../../contract/call-note.ts'
import { Region } from '../../../contract/region.ts'
import type { TeamWorkKind } from '../../database/team-outbox.ts'
import { assignmentOf } from '../../sightings/assignments.ts'
import { instantOnThisPc } from '../../sightings/call-times.ts'
import { createMessageTemplates } from '../../sightings/message-templates.ts'
import type { DataOf } from '../log/entry-kinds.ts'
import { carSubject, contactSubject, uploadSubject } from '../log/subject.ts'
import { mergeCar } from '../merge/merge-car.ts'
import { mergeContacts } from '../merge/merge-contacts.ts'
import { mergeShared, mergeUploads } from '../merge/merge-shared.ts'
import { teamCarOf, type WorkContext } from './work-context.ts'

const NoteRow = CallNote.omit({ person: true, pc: true }).extend({
  connectionId: z.string(),
  region: Region,
  customerId: z.string(),
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  undoneAt: z.string().nullable(),
  ref: z.string().nullable(),
})

const noteRow = ({ database }: WorkContext, id: string): z.infer<typeof NoteRow> | null => {
  const row = database.get(
    `SELECT s.id, connection_id AS connectionId, region, customer_id AS customerId, at, outcome, note, next_action AS nextAction,
       next_date AS nextDate, next_time AS nextTime, amount, person_id AS personId, p.name AS personName,
       undone_at AS undoneAt, team_ref AS ref
     FROM sighting_entry s LEFT JOIN person p ON p.id = person_id WHERE s.id = ? AND team_pc IS NULL`,
    [id],
  )
  return row === undefined ? null : NoteRow.parse(row)
}

function publishOutcome(work: WorkContext, id: string): void {
  const row = noteRow(work, id)
  const account = row && work.accounts.accountOf(row)
  if (!row || !account || row.undoneAt !== null || row.ref !== null) return
  const { customerId, at: calledAt, outcome, note, nextAction, nextDate, nextTime, amount, personId } = row
  const car = teamCarOf(work, row, account, customerId)
  const by = personId === null ? null : { id: personId, name: row.personName ?? personId }
  const nextAt = instantOnThisPc(nextDate, nextTime)?.toISOString()
  const data = { car, outcome, note, nextAction, nextDate, nextTime, ...(nextAt && { nextAt }), amount, calledAt }
  const ref = work.session.add({ kind: 'outcome', data }, by)
  work.database.run('UPDATE sighting_entry SET team_ref = ? WHERE id = ?', [ref, id])
  // About a person who was deleted on another PC, the entry is empty: comparing the car again removes the note here too.
  work.database.run('INSERT INTO team_changed (subject) VALUES (?) ON CONFLICT DO NOTHING', [carSubject(car)])
}

function publishUndo(work: WorkContext, id: string): void {
  const row = noteRow(work, id)
  const account = row && work.accounts.accountOf(row)
  if (!row || !account || row.undoneAt === null || row.ref === null) return
  const car = teamCarOf(work, row, account, row.customerId)
  work.session.add({ kind: 'outcome-undone', data: { car, outcome: row.ref } }, work.currentPerson())
  work.database.run('UPDATE sighting_entry SET team_ref = NULL WHERE id = ?', [id])
}

const StoredCar = z.object({ connectionId: z.string(), region: Region, customerId: z.string() })

function publishAssignment(work: WorkContext, key: string): void {
  const { customerId, ...scope } = StoredCar.parse(JSON.parse(key))
  const account = work.accounts.accountOf(scope)
  if (!account) return
  const car = teamCarOf(work, scope, account, customerId)
  const to = assignmentOf(work.database, scope, customerId)
  const known = mergeCar(work.session.log.entriesOf(carSubject(car))).assignment?.to ?? null
  if (!sameContent(to, known)) work.session.add({ kind: 'assignment', data: { car, to } }, work.currentPerson())
}

const StoredContact = z.object({ connectionId: z.string(), region: Region, people: z.array(z.string()) })
/** As many numbers as the schema of a mark allows. */
const numbersPerMark = 10

/** Compares people with the list: those who are in it and in no mark are marked, the marks of those who are not are removed. */
function publishContact(work: WorkContext, key: string, marks: 'own' | 'all'): void {
  const { people, ...scope } = StoredContact.parse(JSON.parse(key))
  const account = work.accounts.accountOf(scope)
  if (!account) return
  const { connectionId, region } = scope
  const listed = work.database.all<{ person: string; in_team: number }>(
    `SELECT person, in_team FROM do_not_contact
     WHERE connection_id = ? AND region = ? AND person IN (SELECT value FROM json_each(?))`,
    [connectionId, region, JSON.stringify(people)],
  )
  const added = listed.filter(({ in_team: inTeam }) => inTeam === 0).map(({ person }) => person)
  const mobiles = added.filter((person) => /^\d{4,20}$/.test(person)).slice(0, numbersPerMark)
  const customerId = added.find((person) => person.startsWith('id:'))?.slice(3) ?? null
  if (customerId !== null || mobiles.length > 0) {
    work.session.add({ kind: 'do-not-contact', data: { account, region, customerId, mobiles } }, work.currentPerson())
    work.database.run(
      `UPDATE do_not_contact SET in_team = 1
       WHERE connection_id = ? AND region = ? AND person IN (SELECT value FROM json_each(?))`,
      [connectionId, region, JSON.stringify(added)],
    )
  }
  const absent = new Set(people.filter((person) => listed.every((row) => row.person !== person)))
  if (absent.size === 0) return
  const removed = mergeContacts(work.session.log.entriesOf(contactSubject(account))).filter(
    (mark) =>
      (marks === 'all' || mark.ref.startsWith(`${work.session.device}:`)) &&
      [...(mark.customerId === null ? [] : [`id:${mark.customerId}`]), ...mark.mobiles].some((person) =>
        absent.has(person),
      ),
  )
  if (removed.length === 0) return
  const refs = removed.map(({ ref }) => ref)
  work.session.add({ kind: 'contact-allowed', data: { account, marks: refs } }, work.currentPerson())
}

const sameContent = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function publishTemplate(work: WorkContext, id: string): void {
  const saved = createMessageTemplates(work.database)
    .get()
    .templates.find((template) => template.id === id)
  const shared = mergeShared('template', work.session.log.entriesOf(`template ${id}`))
  const content: DataOf<'template'>['content'] = saved
    ? { channel: saved.channel, name: saved.name, subject: saved.subject, text: saved.text }
    : null
  if (shared ? sameContent(shared.content, content) : saved?.isDefault) return
  work.session.add({ kind: 'template', data: { id, content } }, work.currentPerson())
}

/** As the schema of views allows. */
const longestDefinition = 16_000

function publishView(work: WorkContext, id: string): void {
  const row = work.database.get<{ connection_id: string; name: string; view: string }>(
    'SELECT connection_id, name, view FROM customer_view WHERE id = ?',
    [id],
  )
  const shared = mergeShared('view', work.session.log.entriesOf(`view ${id}`))
  // The views of a connection are the same in each region.
  const account = row ? work.accounts.accountOf({ connectionId: row.connection_id, region: 'au' }) : null
  if (row && account === null) return
  const definition = row ? JSON.stringify({ account, view: JSON.parse(row.view) as unknown }) : ''
  if (definition.length > longestDefinition) return
  const content = row ? { list: 'customers' as const, name: row.name, definition } : null
  if (shared ? sameContent(shared.content, content) : content === null) return
  work.session.add({ kind: 'view', data: { id, content } }, work.currentPerson())
}

const UploadRow = z.object({
  id: z.string(),
  connectionId: z.string(),
  region: z.string(),
  name: z.string(),
  fileName: z.string(),
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number(),
  created: z.number(),
  finished: z.number(),
  createdAt: z.iso.datetime(),
  personId: z.string().nullable(),
  personName: z.string().nullable(),
})

/** A withdrawn upload counts as ended without a customer, so that colleagues can send the file. */
function publishWithdrawnUpload({ database, session }: WorkContext, id: string): void {
  const fileHash = database.value<string>('SELECT file_hash FROM team_upload WHERE id = ? AND device = ?', [
    id,
    session.device,
  ])
  if (fileHash === null) return
  const known = mergeUploads(session.log.entriesOf(uploadSubject(fileHash))).find(
    (each) => each.id === id && each.device === session.device,
  )
  if (!known || known.finished) return
  const { device: _device, by, atMs, ...upload } = known
  session.add(
    { kind: 'upload', data: { ...upload, finished: true, fileHash, startedAt: new Date(atMs).toISOString() } },
    by,
  )
}

function publishUpload(work: WorkContext, id: string): void {
  if (!work.database.get('SELECT 1 FROM upload WHERE id = ?', [id])) return publishWithdrawnUpload(work, id)
  const row = UploadRow.safeParse(
    work.database.get(
      `SELECT id, connection_id AS connectionId, region, name, file_name AS fileName, file_hash AS fileHash,
         rows_in_file - rows_excluded AS rows, finished_at IS NOT NULL AS finished, created_at AS createdAt, person_id AS personId,
         (SELECT name FROM person WHERE person.id = person_id) AS personName,
         (SELECT coalesce(sum(accepted), 0) FROM upload_batch WHERE upload_id = upload.id) AS created
       FROM upload WHERE id = ? AND state <> 'preparing'`,
      [id],
    ),
  )
  // Records from the bin have no hash.
  const account = row.success ? work.accounts.accountOf(row.data) : null
  if (!row.success || account === null) return
  const { id: uploadId, name, fileName, rows, created, fileHash, createdAt: startedAt, personId, personName } = row.data
  const finished = row.data.finished === 1
  const upload = { id: uploadId, name, fileName, rows, created, finished, account, startedAt }
  const known = mergeUploads(work.session.log.entriesOf(uploadSubject(fileHash))).find(
    (each) => each.id === id && each.device === work.session.device,
  )
  const isSame = known?.finished === upload.finished && known.created === upload.created && known.name === upload.name
  // Whoever is working now may not have started it.
  const by = personId === null ? null : { id: personId, name: personName ?? personId }
  if (!isSame) work.session.add({ kind: 'upload', data: { ...upload, fileHash } }, by)
}

/** Writes what the log of the team does not have about an item of the outbox. It can be called again for the same item. */
export function publishWork(work: WorkContext, kind: TeamWorkKind, key: string): void {
  switch (kind) {
    case 'outcome':
      return publishOutcome(work, key)
    case 'outcome-undone':
      return publishUndo(work, key)
    case 'assignment':
      return publishAssignment(work, key)
    case 'contact':
      return publishContact(work, key, 'all')
    case 'own-contact':
      return publishContact(work, key, 'own')
    case 'template':
      return publishTemplate(work, key)
    case 'view':
      return publishView(work, key)
    case 'upload':
      return publishUpload(work, key)
  }
}

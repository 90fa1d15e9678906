import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { parseJson } from '../database/parse-json.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { erasePerson, type Erased } from './erase-person.ts'
import { createIsMarked, createIsPerson, type IsPerson, createFindMarked, type Person } from './person.ts'
import { isSending, readDeletionMarks, settings } from './deletion-marks.ts'
import { markKeyOfTeam, requestTeamDeletion, StoredMarks, StoredReceipt } from './person-deletions.ts'
import { type PersonKey, isName } from './person-keys.ts'
import { readTraces } from './traces.ts'

const StoredPerson = z.union([z.object({ alone: z.array(z.string()), shared: z.array(z.string()) }), StoredMarks])

/** What erasing one database found, for the files beside it. */
export type OnErased = (erased: Erased) => void

interface OpenDeletion {
  readonly id: string
  readonly at: string
  readonly person: string
  readonly state: string
}

/**
 * Runs all deletions that are not done. Nothing else may use the database. Can be ended at any moment and run again.
 * `onErased` is called before a deletion counts as done: what it deletes in files is then deleted again after a kill.
 */
export function* runDeletions(database: Database, now: () => Date, onErased: OnErased): Steps<void> {
  if (readSetting(database, settings.applyMarks) !== null) yield* applyMarks(database, now, onErased)
  const open = database.all<OpenDeletion>(
    "SELECT id, at, person, state FROM person_deletion WHERE state <> 'done' ORDER BY number",
  )
  for (const deletion of open) {
    // Its rows are still being sent: there is nothing more to delete yet.
    if (deletion.state === 'waiting' && isSending(database)) continue
    yield* run(database, deletion, onErased)
  }
}

function* run(database: Database, { id, at, person: stored }: OpenDeletion, onErased: OnErased): Steps<void> {
  const asked = parseJson(StoredPerson, stored)
  const person =
    'marks' in asked
      ? yield* findMarkedPerson(database, new Set(asked.marks), Buffer.from(asked.markKey, 'hex'))
      : asked
  const known: PersonKey[] = [...person.alone, ...person.shared]
  const erased = yield* erasePerson(database, createIsPerson(person), known, { at, deletionId: id })
  onErased(erased)
  const before = database.value<string>('SELECT receipt FROM person_deletion WHERE id = ?', [id])
  const isWaiting = erased.waiting > 0
  database.transaction(() => {
    database.run('UPDATE person_deletion SET state = ?, person = ?, receipt = ? WHERE id = ?', [
      isWaiting ? 'waiting' : 'done',
      isWaiting ? stored : null,
      JSON.stringify(addErased(parseJson(StoredReceipt, before ?? '{}'), erased)),
      id,
    ])
  })
  // The keys of the person were in this row.
  database.compact()
}

/** What an interrupted run had deleted is not found again: counts of runs are added. */
function addErased(before: StoredReceipt, { places, atService, withdrawn, waiting }: Erased): StoredReceipt {
  const counts = new Map(before.places.map(({ place, count }) => [place, count]))
  for (const { place, count } of places) counts.set(place, (counts.get(place) ?? 0) + count)
  return {
    ...before,
    places: [...counts].map(([place, count]) => ({ place, count })),
    asked: before.asked + atService,
    withdrawn: before.withdrawn + withdrawn,
    waiting,
  }
}

/** Deletes all persons again whose marks the database has: it is a restored backup. Nothing else may use it. */
function* applyMarks(database: Database, now: () => Date, onErased: OnErased): Steps<void> {
  const isPerson = createIsDeleted(database, now())
  const last = database.value<string>('SELECT id FROM person_deletion ORDER BY number DESC LIMIT 1')
  if (isPerson && last !== null) {
    onErased(yield* erasePerson(database, isPerson, [], { at: now().toISOString(), deletionId: last }))
  }
  writeSetting(database, settings.applyMarks, null)
}

function createIsDeleted(database: Database, now: Date): IsPerson | null {
  const areMarked: IsPerson[] = []
  for (const [key, marks] of Map.groupBy(readDeletionMarks(database).marks, (mark) => mark.key)) {
    const hashes = marks.map(({ hash }) => hash)
    if (key.startsWith(markKeyOfTeam)) requestTeamDeletion(database, key.slice(markKeyOfTeam.length), hashes, now)
    else areMarked.push(createIsMarked(new Set(hashes), Buffer.from(key, 'hex')))
  }
  return areMarked.length === 0 ? null : (keys) => areMarked.some((isMarked) => isMarked(keys))
}

/**
 * The persons of marks that another PC made, by what this database knows of them. Nobody here has seen what its user chose, and a number
 * that one record has there can be that of many people here: only records with the id, or with the name and one of the others, are
 * theirs, and a key is enough only when no other named record has it. Data without a name needs one marked key of that kind.
 */
function* findMarkedPerson(database: Database, marks: ReadonlySet<string>, key: Uint8Array): Steps<Person> {
  const marked = createFindMarked(marks, key)
  const [own, others, nameless] = [new Set<PersonKey>(), new Set<PersonKey>(), new Set<PersonKey>()]
  yield* readTraces(database, ({ keys, sure = [] }) => {
    const found = marked.together(keys)
    if (found.length > 0) for (const each of [...found, ...sure]) own.add(each)
    else if (keys.some(isName)) for (const each of keys) others.add(each)
    else for (const each of keys) if (!nameless.has(each) && marked.isAlone(each)) nameless.add(each)
  })
  const keys = [...new Set([...own, ...nameless])]
  const isEnough = (each: PersonKey): boolean => !isName(each) && !others.has(each)
  return { alone: keys.filter(isEnough), shared: keys.filter((each) => own.has(each) && !isEnough(each)) }
}

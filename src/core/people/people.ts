import { randomUUID } from 'node:crypto'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { PeopleList, Person } from '../../contract/people.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { nameKey } from './name-key.ts'
import { peopleFailures } from './people-text.ts'

export type People = DomainHandlers<'people', AbortSignal> & {
  /** Who is working now; null: nobody was picked. */
  currentPerson(): Person | null
  /** Everyone who was ever added, by id. */
  byId(): ReadonlyMap<string, Person>
  /** The person of this name who is not retired. A new one is added, and not picked. */
  personNamed(name: string): Person
  /** Calls the listener after a change of the list or of who is working. */
  onChanged(listener: () => void): void
}

/** The longest name that fits a row of the call log. */
const maxNameLength = 60

const settings = { current: 'people.current', askAtStart: 'people.ask-at-start' } as const

/** The people who use this PC. They are never deleted: call notes name them by id. */
export function createPeople({ database, announcer }: Pick<OpenStorage, 'database' | 'announcer'>): People {
  const listeners: (() => void)[] = []
  const saved = createSettings(database)

  const all = (): Person[] =>
    database
      .all<{ id: string; name: string; retired: number }>('SELECT id, name, retired FROM person')
      .map((row) => ({ id: row.id, name: row.name, retired: row.retired === 1 }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
  let byId = new Map(all().map((person) => [person.id, person]))
  let askAtStart = saved.get(settings.askAtStart) === 'true'
  /** Who was picked before does not count when each start asks. */
  let currentId = askAtStart ? null : saved.get(settings.current)

  const currentPerson = (): Person | null => {
    const person = currentId === null ? undefined : byId.get(currentId)
    return person && !person.retired ? person : null
  }
  const list = (): PeopleList => ({ people: [...byId.values()], currentId: currentPerson()?.id ?? null, askAtStart })
  const pick = (personId: string | null): void => {
    currentId = personId
    saved.set(settings.current, personId ?? '')
  }
  const change = (work: () => void): PeopleList => {
    database.transaction(work)
    byId = new Map(all().map((person) => [person.id, person]))
    announcer.announce('people.changed')
    for (const listener of listeners) listener()
    return list()
  }
  const requirePerson = (personId: string): Person =>
    byId.get(personId) ?? fail('not-found', ...peopleFailures.notFound)

  /** The name without needless blanks. `ownId`: who may have this name already. */
  const validName = (typed: string, ownId: string | null): string => {
    const name = typed
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    if (name === '') fail('invalid-input', ...peopleFailures.noName)
    if (name.length > maxNameLength) fail('invalid-input', ...peopleFailures.tooLong(maxNameLength))
    const same = [...byId.values()].find((person) => person.id !== ownId && nameKey(person.name) === nameKey(name))
    if (same) fail('invalid-input', ...(same.retired ? peopleFailures.retired : peopleFailures.exists)(same.name))
    return name
  }

  const insert = (name: string): string => {
    const id = randomUUID()
    database.run('INSERT INTO person (id, name) VALUES (?, ?)', [id, name])
    return id
  }

  return {
    currentPerson,
    byId: () => byId,
    personNamed(typed) {
      const known = [...byId.values()].find(({ name, retired }) => !retired && nameKey(name) === nameKey(typed))
      if (known) return known
      const name = validName(typed, null)
      let id = ''
      change(() => void (id = insert(name)))
      return requirePerson(id)
    },
    onChanged: (listener) => void listeners.push(listener),
    list: async () => list(),
    async add({ name: typed }) {
      const name = validName(typed, null)
      return change(() => pick(insert(name)))
    },
    async rename({ personId, name: typed }) {
      const { id } = requirePerson(personId)
      const name = validName(typed, id)
      return change(() => void database.run('UPDATE person SET name = ? WHERE id = ?', [name, id]))
    },
    async setRetired({ personId, retired }) {
      const { id } = requirePerson(personId)
      return change(() => {
        database.run('UPDATE person SET retired = ? WHERE id = ?', [retired ? 1 : 0, id])
        if (retired && currentId === id) pick(null)
      })
    },
    async pick({ personId }) {
      if (personId !== null && requirePerson(personId).retired) fail('not-found', ...peopleFailures.notFound)
      return change(() => pick(personId))
    },
    async setAskAtStart({ ask }) {
      return change(() => {
        askAtStart = ask
        saved.set(settings.askAtStart, String(ask))
      })
    },
  }
}

/** Settings as text; an empty text is no value. */
function createSettings(database: Database) {
  return {
    get: (name: string): string | null => readSetting(database, name) || null,
    set: (name: string, value: string): void => writeSetting(database, name, value),
  }
}

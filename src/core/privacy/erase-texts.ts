import type { Database } from '../database/database.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { replaceIn } from './replace-texts.ts'

interface Column {
  readonly name: string
  readonly pk: number
}

/**
 * Tables whose texts stay: the deletion itself, salespeople and connections. Everything else is searched, also tables that later versions
 * add.
 */
const notSearched = ['person_deletion', 'deletion_mark', 'person', 'connection']
/** What the service has still to delete is named here. */
const notChanged: Readonly<Record<string, string>> = { bin: 'customer_id' }

/**
 * Replaces a person's name, number and VIN in all texts of the database. A row that is named by such a text is removed. Returns how many
 * rows had one.
 */
export function* eraseFromTexts(database: Database, pattern: RegExp): Steps<number> {
  let changed = 0
  const tables = database
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .filter(({ name }) => !notSearched.includes(name))
  for (const { name } of tables) {
    changed += database.transaction(() => eraseFromTable(database, name, pattern))
    yield
  }
  return changed
}

function eraseFromTable(database: Database, table: string, pattern: RegExp): number {
  const columns = database.all<Column>('SELECT name, pk FROM pragma_table_info(?)', [table])
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  const texts = columns.filter(({ name }) => notChanged[table] !== name)
  const where = keys.map(({ name }) => `"${name}" = ?`).join(' AND ')
  const found: { readonly key: (string | number)[]; readonly texts: ReadonlyMap<string, string> }[] = []
  for (const row of database.each<Record<string, unknown>>(`SELECT * FROM "${table}"`)) {
    const replaced = new Map<string, string>()
    for (const { name } of texts) {
      const text = row[name]
      if (typeof text !== 'string') continue
      const next = replaceIn(text, pattern)
      if (next !== text) replaced.set(name, next)
    }
    if (replaced.size > 0) found.push({ key: keys.map(({ name }) => row[name] as string | number), texts: replaced })
  }
  for (const { key, texts: replaced } of found) {
    // The log of revealed numbers refuses changes, and a new name could be that of another row.
    const isNamed = keys.some(({ name }) => replaced.has(name)) || table === 'number_reveal'
    if (isNamed) database.run(`DELETE FROM "${table}" WHERE ${where}`, key)
    else {
      // Texts of two rows can be equal without the person.
      const assignments = [...replaced.keys()].map((name) => `"${name}" = ?`).join(', ')
      database.run(`UPDATE OR REPLACE "${table}" SET ${assignments} WHERE ${where}`, [...replaced.values(), ...key])
    }
  }
  return found.length
}

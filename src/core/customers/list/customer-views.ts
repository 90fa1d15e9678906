import { randomBytes } from 'node:crypto'
import { SavedView, ViewColumn } from '../../../contract/customers.ts'
import type { Database } from '../../database/database.ts'
import { fail } from '../../failures/failure-error.ts'

/** Ways of looking at the list, kept under a name for each connection; and the columns as she left them. */
export interface CustomerViews {
  all(connectionId: string): SavedView[]
  /** `conflict` when another view has this name, however its letters are written; `not-found` when the view is gone. */
  save(connectionId: string, view: Omit<SavedView, 'id'> & { readonly id: string | null }): SavedView
  remove(connectionId: string, id: string): void
  columns(): ViewColumn[] | null
  setColumns(columns: readonly ViewColumn[]): void
}

const columnsSetting = 'customers.columns'

export function createCustomerViews(database: Database): CustomerViews {
  const all = (connectionId: string): SavedView[] =>
    database
      .all<{ id: string; name: string; view: string }>('SELECT * FROM customer_view WHERE connection_id = ?', [
        connectionId,
      ])
      .map(({ id, name, view }) => SavedView.parse({ ...(JSON.parse(view) as object), id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU'))
  const plain = (name: string): string => name.trim().normalize('NFC').toLocaleLowerCase('en-AU')

  return {
    all,
    save(connectionId, { id, name, ...view }) {
      const known = all(connectionId)
      if (known.some((other) => other.id !== id && plain(other.name) === plain(name))) {
        fail('conflict', `There is a view named “${name}” already.`, {
          kept: 'Nothing was changed.',
          next: 'Choose another name.',
        })
      }
      if (id !== null && !known.some((other) => other.id === id)) fail('not-found', 'This view is not there any more.')
      const saved: SavedView = { ...view, id: id ?? randomBytes(8).toString('hex'), name }
      database.run(
        `INSERT INTO customer_view (id, connection_id, name, view) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET name = excluded.name, view = excluded.view`,
        [saved.id, connectionId, name, JSON.stringify(view)],
      )
      return saved
    },
    remove(connectionId, id) {
      database.run('DELETE FROM customer_view WHERE connection_id = ? AND id = ?', [connectionId, id])
    },
    columns() {
      const found = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [columnsSetting])
      return found ? ViewColumn.array().parse(JSON.parse(found.value)) : null
    },
    setColumns(columns) {
      database.run('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
        columnsSetting,
        JSON.stringify(columns),
      ])
    },
  }
}

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { SavedView, ViewColumn } from '../../../contract/customer-views.ts'
import type { Database } from '../../database/database.ts'
import { noteTeamWork } from '../../database/team-outbox.ts'
import { readJsonSetting, writeSetting } from '../../database/settings.ts'
import { parseJson } from '../../database/parse-json.ts'
import { fail } from '../../failures/failure-error.ts'
import { customerMessages } from '../customer-messages.ts'

/** Saved views of the list, named by the user for each connection, and the current columns. */
export type CustomerViews = ReturnType<typeof createCustomerViews>

const columnsSetting = 'customers.columns'
const StoredView = z.record(z.string(), z.unknown())
const StoredColumns = z.array(ViewColumn)

export function createCustomerViews(database: Database) {
  const all = (connectionId: string): SavedView[] =>
    database
      .all<{ id: string; name: string; view: string }>('SELECT * FROM customer_view WHERE connection_id = ?', [
        connectionId,
      ])
      .map(({ id, name, view }) => SavedView.parse({ ...parseJson(StoredView, view), id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU'))

  return {
    all,
    /** Fails with `conflict` if another view has this name in any case, and with `not-found` if the view no longer exists. */
    save(
      connectionId: string,
      { id, name, ...view }: Omit<SavedView, 'id'> & { readonly id: string | null },
    ): SavedView {
      const views = all(connectionId)
      if (views.some((other) => other.id !== id && normalisedName(other.name) === normalisedName(name))) {
        const { message, ...more } = customerMessages.viewExists(name)
        fail('conflict', message, more)
      }
      if (id !== null && !views.some((other) => other.id === id)) fail('not-found', customerMessages.viewGone)
      const saved: SavedView = { ...view, id: id ?? randomBytes(8).toString('hex'), name }
      database.transaction(() => {
        database.run(
          `INSERT INTO customer_view (id, connection_id, name, view) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET name = excluded.name, view = excluded.view`,
          [saved.id, connectionId, name, JSON.stringify(view)],
        )
        noteTeamWork(database, 'view', [saved.id])
      })
      return saved
    },
    remove(connectionId: string, id: string): void {
      database.transaction(() => {
        database.run('DELETE FROM customer_view WHERE connection_id = ? AND id = ?', [connectionId, id])
        noteTeamWork(database, 'view', [id])
      })
    },
    columns: (): ViewColumn[] | null => readJsonSetting(database, columnsSetting, StoredColumns),
    setColumns(columns: readonly ViewColumn[]): void {
      writeSetting(database, columnsSetting, JSON.stringify(columns))
    },
  }
}

function normalisedName(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('en-AU')
}

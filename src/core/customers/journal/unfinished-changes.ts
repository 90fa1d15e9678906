import { z } from 'zod'
import { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import { ManyChange } from '../../../contract/customer-changes.ts'
import { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { scopeParams } from '../../database/scope-sql.ts'
import { StepKind } from './step-journal.ts'

const rules = z.object({ region: Region, mobileForm: AdvancedSettings.shape.mobileForm, today: z.string() })
const step = z.object({ group: z.string(), kind: StepKind, size: z.number().int() })

/** A change of many customers. What it is to change is stored beside it, item by item. */
const ChangeRequest = z.discriminatedUnion('do', [
  z.object({ do: z.literal('cells'), kind: StepKind, rules }),
  z.object({ do: z.literal('many'), change: ManyChange, rules }),
  z.object({ do: z.literal('update'), rules }),
  z.object({ do: z.literal('delete'), at: z.string() }),
  z.object({ do: z.literal('undo'), step }),
  z.object({ do: z.literal('redo'), step, at: z.string() }),
])
export type ChangeRequest = z.infer<typeof ChangeRequest>

export interface UnfinishedChange {
  readonly scope: ConnectionRegion
  /** Of the step that the change makes. */
  readonly group: string
  readonly request: ChangeRequest
}

/**
 * Changes of many customers that have begun. They are recorded in many transactions: what is stored here goes on after the program was
 * killed in between, so that a change is recorded as a whole.
 */
export interface UnfinishedChanges {
  /** Begins to store a change. Until `complete`, nothing of it is done, and a start forgets it. */
  begin(change: UnfinishedChange): void
  addItems(group: string, items: readonly unknown[]): void
  complete(group: string): void
  /** The change with its kind of request, as long as it is not complete; null: there is none. */
  incomplete(group: string): UnfinishedChange | null
  /** Items that were stored. */
  size(group: string): number
  /** The next items that are not done, at most some hundred; none: all are done. */
  nextItems<T>(group: string, item: z.ZodType<T>): T[]
  /** All items, also those that are done. */
  allItems<T>(group: string, item: z.ZodType<T>): T[]
  /** Call it in the transaction that has recorded the items. */
  advance(group: string, items: number): void
  /** Removes a change with its items: it does not go on. */
  remove(group: string): void
  /** Those that go on at a start, oldest first. Forgets those that are not complete. */
  toContinue(): UnfinishedChange[]
}

interface Columns {
  readonly group_id: string
  readonly connection_id: string
  readonly region: string
  readonly request: string
}

/** Items in one row of the table: what is parsed at once. */
const itemsPerRow = 250

export function createUnfinishedChanges(database: Database): UnfinishedChanges {
  const toChange = ({ group_id: group, connection_id: connectionId, region, request }: Columns): UnfinishedChange => ({
    group,
    scope: { connectionId, region: Region.parse(region) },
    request: parseJson(ChangeRequest, request),
  })
  const size = (group: string): number =>
    database.get<{ size: number }>('SELECT size FROM customer_unfinished WHERE group_id = ?', [group])?.size ?? 0

  return {
    begin({ group, scope, request }) {
      database.run('INSERT INTO customer_unfinished (group_id, connection_id, region, request) VALUES (?, ?, ?, ?)', [
        group,
        ...scopeParams(scope),
        JSON.stringify(request),
      ])
    },
    addItems(group, items) {
      let first = size(group)
      for (let at = 0; at < items.length; at += itemsPerRow) {
        const row = items.slice(at, at + itemsPerRow)
        database.run('INSERT INTO customer_unfinished_items (group_id, first, items) VALUES (?, ?, ?)', [
          group,
          first,
          JSON.stringify(row),
        ])
        first += row.length
      }
      database.run('UPDATE customer_unfinished SET size = ? WHERE group_id = ?', [first, group])
    },
    complete(group) {
      database.run('UPDATE customer_unfinished SET complete = 1 WHERE group_id = ?', [group])
    },
    incomplete(group) {
      const found = database.get<Columns>('SELECT * FROM customer_unfinished WHERE group_id = ? AND complete = 0', [
        group,
      ])
      return found ? toChange(found) : null
    },
    size,
    nextItems(group, item) {
      const found = database.get<{ first: number; items: string; done: number }>(
        `SELECT first, items, done FROM customer_unfinished_items JOIN customer_unfinished USING (group_id)
         WHERE group_id = ? AND first <= done ORDER BY first DESC LIMIT 1`,
        [group],
      )
      return found ? parseJson(z.array(item), found.items).slice(found.done - found.first) : []
    },
    allItems: (group, item) =>
      database
        .all<{ items: string }>('SELECT items FROM customer_unfinished_items WHERE group_id = ? ORDER BY first', [
          group,
        ])
        .flatMap(({ items }) => parseJson(z.array(item), items)),
    advance(group, items) {
      database.run('UPDATE customer_unfinished SET done = done + ? WHERE group_id = ?', [items, group])
    },
    remove(group) {
      database.run('DELETE FROM customer_unfinished WHERE group_id = ?', [group])
    },
    toContinue() {
      database.run('DELETE FROM customer_unfinished WHERE complete = 0')
      return database.all<Columns>('SELECT * FROM customer_unfinished ORDER BY number').map(toChange)
    },
  }
}

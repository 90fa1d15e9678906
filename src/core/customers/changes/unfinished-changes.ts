import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import { ManyChange } from '../../../contract/customer-changes.ts'
import { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { batchSize, eachBatch, fewestInBatch, inBatches, type Work } from '../../database/in-batches.ts'
import { parseJson } from '../../database/parse-json.ts'
import { scopeParams } from '../../database/scope-sql.ts'
import { Step, StepKind } from './steps.ts'

const rules = z.object({ region: Region, mobileForm: AdvancedSettings.shape.mobileForm, today: z.string() })

/** A change of many customers. What it is to change is stored beside it, item by item. */
const ChangeRequest = z.discriminatedUnion('do', [
  z.object({ do: z.literal('cells'), kind: StepKind, rules }),
  z.object({ do: z.literal('many'), change: ManyChange, rules }),
  z.object({ do: z.literal('update'), rules }),
  z.object({ do: z.literal('delete'), at: z.string() }),
  z.object({ do: z.literal('undo'), step: Step }),
  z.object({ do: z.literal('redo'), step: Step, at: z.string() }),
])
export type ChangeRequest = z.infer<typeof ChangeRequest>

export interface UnfinishedChange {
  readonly scope: ConnectionRegion
  /** Of the step that the change makes. */
  readonly group: string
  readonly request: ChangeRequest
}

interface Columns {
  readonly group_id: string
  readonly connection_id: string
  readonly region: string
  readonly request: string
  readonly size: number
}

/** Items in one row of the table: what is parsed at once. */
const itemsPerRow = 250
/** Items that are stored in one transaction: about 5 ms. */
const itemsPerTransaction = 2_000

/**
 * Changes of many customers, recorded in batches between which other calls run. One that may take more than one batch is stored before it
 * begins, so that the next start does the rest when the program ends in between. After a failure the rest is not done: the user knows
 * about it. `ended`: the program ends, and changes stop after their batch.
 */
export function createUnfinishedChanges(database: Database, ended: AbortSignal) {
  const toChange = ({ group_id: group, connection_id: connectionId, region, request }: Columns): UnfinishedChange => ({
    group,
    scope: { connectionId, region: Region.parse(region) },
    request: parseJson(ChangeRequest, request),
  })
  const addItems = (group: string, items: readonly unknown[]): void => {
    let first = database.get<Columns>('SELECT size FROM customer_unfinished WHERE group_id = ?', [group])?.size ?? 0
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
  }
  const store = async ({ group, scope, request }: UnfinishedChange, items: readonly unknown[]): Promise<void> => {
    database.transaction(() =>
      database.run(
        'INSERT OR IGNORE INTO customer_unfinished (group_id, connection_id, region, request) VALUES (?, ?, ?, ?)',
        [group, ...scopeParams(scope), JSON.stringify(request)],
      ),
    )
    for (let first = 0; first < items.length; first += itemsPerTransaction) {
      const some = items.slice(first, first + itemsPerTransaction)
      database.transaction(() => addItems(group, some))
      await yieldToEventLoop()
      if (some.length < itemsPerTransaction) continue
      // Else the first batch of the change would move all of them at once.
      database.moveLog()
      await yieldToEventLoop()
    }
  }
  /** The next items that are not done, at most some hundred; none: all are done. */
  const nextItems = <T>(group: string, item: z.ZodType<T>): T[] => {
    const found = database.get<{ first: number; items: string; done: number }>(
      `SELECT first, items, done FROM customer_unfinished_items JOIN customer_unfinished USING (group_id)
       WHERE group_id = ? AND first <= done ORDER BY first DESC LIMIT 1`,
      [group],
    )
    return found ? parseJson(z.array(item), found.items).slice(found.done - found.first) : []
  }
  const commit = (group: string): void =>
    void database.run('UPDATE customer_unfinished SET complete = 1 WHERE group_id = ?', [group])
  const drop = (group: string): void =>
    database.transaction(() => void database.run('DELETE FROM customer_unfinished WHERE group_id = ?', [group]))
  const complete = async <T>(group: string, work: () => Promise<T>, continueLater = false): Promise<T> => {
    database.transaction(() => commit(group))
    let isDone = false
    try {
      const result = await work()
      isDone = true
      return result
    } finally {
      if (!ended.aborted && (isDone || !continueLater)) drop(group)
    }
  }
  const finish = <T, R>(
    group: string,
    item: z.ZodType<T>,
    work: Work<T, R>,
    { continueLater }: { readonly continueLater: boolean } = { continueLater: false },
  ): Promise<R> => {
    const finishItems = async (): Promise<R> => {
      let read: T[] = []
      const next = (): readonly T[] => {
        if (ended.aborted) return []
        if (read.length === 0) read = nextItems(group, item)
        return read.slice(0, batchSize)
      }
      await eachBatch(database, next, work.each, {
        end(batch) {
          database.run('UPDATE customer_unfinished SET done = done + ? WHERE group_id = ?', [batch.length, group])
          read = read.slice(batch.length)
        },
      })
      return work.result()
    }
    return complete(group, finishItems, continueLater)
  }

  return {
    /** Stores items of a change. Nothing of it is done before `finish`, and a start forgets it. */
    store,
    /** Does what is left of a change whose items are all stored. `continueLater`: after a failure the next start does the rest. */
    finish,
    /** All items are stored: a start does the change. Within the caller's transaction. */
    commit,
    drop,
    /** Does a change with all its items. */
    async record<T, R>(
      change: UnfinishedChange,
      items: readonly T[],
      item: z.ZodType<T>,
      work: Work<T, R>,
    ): Promise<R> {
      if (items.length > fewestInBatch) {
        await store(change, items)
        return finish(change.group, item, work)
      }
      await inBatches(database, items, work.each)
      return work.result()
    },
    /** A change of which not all items are stored, and how many are; null: there is none. */
    incomplete(group: string): (UnfinishedChange & { readonly size: number }) | null {
      const found = database.get<Columns>('SELECT * FROM customer_unfinished WHERE group_id = ? AND complete = 0', [
        group,
      ])
      return found ? { ...toChange(found), size: found.size } : null
    },
    /** Does a change without items, which knows itself what is left of it. */
    async run<T>(change: UnfinishedChange, work: () => Promise<T>): Promise<T> {
      await store(change, [])
      return complete(change.group, work)
    },
    /** Those that go on at a start, oldest first. Forgets those of which not all items are stored. */
    toContinue(): UnfinishedChange[] {
      database.run('DELETE FROM customer_unfinished WHERE complete = 0')
      return database.all<Columns>('SELECT * FROM customer_unfinished ORDER BY number').map(toChange)
    },
  }
}

import { z } from 'zod'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** What the user did: edits of cells, one by one or many at once, or a deletion of customers. */
export const StepKind = z.enum(['edit', 'edit-many', 'update', 'paste', 'fill-down', 'clear', 'delete'])
export type StepKind = z.infer<typeof StepKind>

/** What is undone and redone as one. */
export interface Step {
  /** Names the changes (`change-journal.ts`), or the deleted customers. */
  readonly group: string
  readonly kind: StepKind
  /** Cells, or customers of a deletion. */
  readonly size: number
}

/** The steps of the user, in the order in which they are undone and redone. */
export interface StepReader {
  /** The last step that was not undone; null: there is nothing to undo. */
  last(scope: ConnectionRegion): Step | null
  /** The step that was undone last; null: there is nothing to redo. */
  lastUndone(scope: ConnectionRegion): Step | null
  /** The customers of a deletion. */
  customersOf(group: string): string[]
}

export interface StepJournal extends StepReader {
  /** Adds to a step, or begins it. A step that is no redo ends what can be redone. */
  add(scope: ConnectionRegion, step: Step, isRedo: boolean): void
  addCustomers(group: string, ids: readonly string[]): void
  markUndone(scope: ConnectionRegion, group: string): void
  /** The step can be neither undone nor redone. */
  remove(group: string): void
}

export function createStepJournal(database: Database): StepJournal {
  const find = (scope: ConnectionRegion, condition: string): Step | null => {
    const found = database.get<{ group_id: string; kind: string; size: number }>(
      `SELECT group_id, kind, size FROM customer_step WHERE ${inScope} AND ${condition} LIMIT 1`,
      scopeParams(scope),
    )
    return found ? { group: found.group_id, kind: StepKind.parse(found.kind), size: found.size } : null
  }
  return {
    last: (scope) => find(scope, 'undone = 0 ORDER BY number DESC'),
    lastUndone: (scope) => find(scope, 'undone > 0 ORDER BY undone DESC'),
    customersOf: (group) =>
      database
        .all<{ id: string }>('SELECT customer_id AS id FROM customer_step_customer WHERE group_id = ?', [group])
        .map(({ id }) => id),
    add(scope, { group, kind, size }, isRedo) {
      const isLonger =
        database.run('UPDATE customer_step SET size = size + ? WHERE group_id = ?', [size, group]).changes === 1
      if (isLonger) return
      if (!isRedo) database.run(`DELETE FROM customer_step WHERE ${inScope} AND undone > 0`, scopeParams(scope))
      database.run('INSERT INTO customer_step (group_id, connection_id, region, kind, size) VALUES (?, ?, ?, ?, ?)', [
        group,
        ...scopeParams(scope),
        kind,
        size,
      ])
    },
    addCustomers(group, ids) {
      database.run(
        'INSERT OR IGNORE INTO customer_step_customer (group_id, customer_id) SELECT ?, value FROM json_each(?)',
        [group, JSON.stringify(ids)],
      )
    },
    markUndone(scope, group) {
      database.run(
        `UPDATE customer_step SET undone = 1 + (SELECT max(undone) FROM customer_step WHERE ${inScope}) WHERE group_id = ?`,
        [...scopeParams(scope), group],
      )
    },
    remove(group) {
      database.run('DELETE FROM customer_step WHERE group_id = ?', [group])
    },
  }
}

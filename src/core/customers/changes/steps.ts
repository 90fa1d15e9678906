import { z } from 'zod'
import { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** What the user did: edits of cells, one by one or many at once, or a deletion of customers. */
export const StepKind = z.enum(['edit', 'edit-many', 'update', 'paste', 'fill-down', 'clear', 'delete'])
export type StepKind = z.infer<typeof StepKind>

/** What is undone and redone as one. */
export const Step = z.object({
  /** The group of its changes. */
  group: z.string(),
  kind: StepKind,
  /** Changes that can be undone, or redone: cells, or customers of a deletion. */
  size: z.number().int(),
})
export type Step = z.infer<typeof Step>

/** A change of a step, as undo needs it. */
export interface StepChange {
  readonly number: number
  readonly customerId: string
  /** Null: the customer was deleted. */
  readonly field: EditableField | null
  readonly before: string | null
  readonly after: string | null
}

/** The values of the column `undone` of a change; 0: neither. */
const [undone, redone] = [1, 2]

/** The steps of the user, in the order in which they are undone and redone. */
export function createStepJournal(database: Database) {
  /** The first of the steps that have a change with this value of `undone`. */
  const find = (scope: ConnectionRegion, steps: string, value: number): Step | null => {
    const found = database.get<{ group_id: string; kind: string }>(
      `SELECT group_id, kind FROM customer_step AS step WHERE ${inScope} AND EXISTS (
         SELECT 1 FROM customer_change WHERE group_id = step.group_id AND undone = ${value}) AND ${steps} LIMIT 1`,
      scopeParams(scope),
    )
    if (!found) return null
    const size = database.value<number>(
      `SELECT count(*) FROM customer_change WHERE group_id = ? AND undone = ${value}`,
      [found.group_id],
    )!
    return { group: found.group_id, kind: StepKind.parse(found.kind), size }
  }
  const changes = (group: string, condition: string, limit: number): StepChange[] =>
    database
      .all<{ number: number; id: string; field: string | null; before: string | null; after: string | null }>(
        `SELECT number, customer_id AS id, field, before, after FROM customer_change
         WHERE group_id = ? AND ${condition} LIMIT ?`,
        [group, limit],
      )
      .map(({ id, field, ...change }) => ({ ...change, customerId: id, field: EditableField.nullable().parse(field) }))
  const mark = ({ number }: StepChange, value: number): void => {
    database.run('UPDATE customer_change SET undone = ? WHERE number = ?', [value, number])
  }

  return {
    /** The last step that has something to undo; null: there is none. */
    last: (scope: ConnectionRegion): Step | null => find(scope, 'step.undone = 0 ORDER BY number DESC', 0),
    /** The step that was undone last; null: there is nothing to redo. */
    lastUndone: (scope: ConnectionRegion): Step | null =>
      find(scope, 'step.undone > 0 ORDER BY step.undone DESC', undone),
    /** Begins a step, if it has not begun. One that is no redo ends what can be redone. */
    add(scope: ConnectionRegion, { group, kind }: Omit<Step, 'size'>, isRedo: boolean): void {
      const begun = database.get('SELECT 1 FROM customer_step WHERE group_id = ?', [group])
      if (begun) return
      if (!isRedo) database.run(`DELETE FROM customer_step WHERE ${inScope} AND undone > 0`, scopeParams(scope))
      database.run('INSERT INTO customer_step (group_id, connection_id, region, kind) VALUES (?, ?, ?, ?)', [
        group,
        ...scopeParams(scope),
        kind,
      ])
    },
    /** Changes of a step that can be undone, newest first. */
    undoable: (group: string, limit: number): StepChange[] => changes(group, 'undone = 0 ORDER BY number DESC', limit),
    /** Changes of a step that were undone and not redone, oldest first. */
    redoable: (group: string, limit: number): StepChange[] =>
      changes(group, `undone = ${undone} ORDER BY number`, limit),
    markUndone: (change: StepChange): void => mark(change, undone),
    markRedone: (change: StepChange): void => mark(change, redone),
    /** The whole step has been undone. */
    endUndo(scope: ConnectionRegion, group: string): void {
      database.run(
        `UPDATE customer_step SET undone = 1 + (SELECT max(undone) FROM customer_step WHERE ${inScope}) WHERE group_id = ?`,
        [...scopeParams(scope), group],
      )
    },
    /** The step can be neither undone nor redone. */
    remove(group: string): void {
      database.run('DELETE FROM customer_step WHERE group_id = ?', [group])
    },
  }
}

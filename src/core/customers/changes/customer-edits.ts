import { z } from 'zod'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import type { EditableField } from '../../../contract/customer-record.ts'
import { assertNever } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fewestInBatch } from '../../database/in-batches.ts'
import { fail } from '../../failures/failure-error.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import { createQueue } from '../../scheduling/queue.ts'
import { customerMessages } from '../customer-messages.ts'
import { type EditGroup, newGroup } from './change-ledger.ts'
import { deleteWork, inBinOrder } from './deletion-queue.ts'
import {
  AcceptedUpdate,
  type BulkEditResult,
  type CellResult,
  type CellTexts,
  cellWork,
  checkSize,
  isBeingDeleted,
  manyWork,
  previewCells,
  SeenCellTexts,
  type UpdateResult,
  updateWork,
} from './edit-many.ts'
import type { Edit } from './open-edits.ts'
import { type EditRules, findSeenValue, recordEdit, validateEdit } from './record-edit.ts'
import type { StepKind } from './steps.ts'
import { redoStep, undoStep, type UndoParts } from './undo-step.ts'
import { type ChangeRequest, createUnfinishedChanges, type UnfinishedChange } from './unfinished-changes.ts'

/** A part of a large change of cells. */
export interface ChangePart {
  /** Names the change; the caller chooses it. */
  readonly changeId: string
  readonly isLast: boolean
}

/** `at`: the time now (ISO 8601). `holdMs`: for so long deletions are not sent, because Undo is offered. */
interface DeletionTime {
  readonly at: string
  readonly holdMs: number
}

export interface PreparedUpdate {
  /** From now on they are made, also after a kill. Call it in the transaction of what they belong to. */
  commit(): void
  /** Makes them, after `commit`. When that fails, the next start goes on. */
  run(): Promise<UpdateResult>
  /** Forgets them, instead of `commit`. */
  drop(): void
}

/** The user's edits: validated, recorded in the ledger, and undone. Nothing here calls the service. */
export type CustomerEdits = ReturnType<typeof createCustomerEdits>

export interface EditParts extends UndoParts {
  /** The program ends: changes stop after their batch. */
  readonly ended: AbortSignal
}

export function createCustomerEdits(
  parts: EditParts,
  { log, onContinued }: { readonly log: Log; onContinued(scope: ConnectionRegion): void },
) {
  const { cache, ledger } = parts
  const group = createGroupChanges(parts)
  let continued: Promise<void> = Promise.resolve()
  const requireEdit = (scope: ConnectionRegion, editId: string): Edit => {
    const found = ledger.edits.find(editId)
    return found && found.scope.connectionId === scope.connectionId && found.scope.region === scope.region
      ? found
      : fail('not-found', customerMessages.editFinished)
  }

  return {
    ...group,
    /** Fails with `invalid-input` and the rule's message, with `not-found`, or with `conflict` while the record is being deleted. */
    edit(
      scope: ConnectionRegion,
      rules: EditRules,
      {
        id,
        field,
        value,
        lastUpdated,
      }: {
        readonly id: string
        readonly field: EditableField
        readonly value: string
        readonly lastUpdated: string
      },
    ): void {
      const customer = cache.find(scope, id) ?? fail('not-found', customerMessages.notInList)
      if (isBeingDeleted(parts, scope, id)) {
        const { message, kept } = customerMessages.beingDeletedNoEdit
        fail('conflict', message, { kept })
      }
      const validated = validateEdit(field, value, rules)
      parts.database.transaction(() => {
        recordEdit(ledger, scope, customer, {
          field,
          value: validated,
          group: newStep(),
          seen: findSeenValue(parts, scope, customer, field, lastUpdated),
        })
      })
    },

    /** Records the rest of the changes that an earlier run of the program has begun. */
    start(): void {
      continued = group
        .continueUnfinished(({ scope }) => onContinued(scope))
        .catch((error: unknown) => log.write('error', 'customers.unfinishedChangeFailed', errorFields(error)))
    },
    close: (): Promise<void> => continued,

    /** The steps that undo and redo would change. */
    next: (scope: ConnectionRegion) => ({ undo: ledger.steps.last(scope), redo: ledger.steps.lastUndone(scope) }),

    previewCells: (
      scope: ConnectionRegion,
      rules: EditRules,
      rows: readonly CellTexts[],
    ): ReturnType<typeof previewCells> => previewCells(parts, scope, rules, rows),

    retry(scope: ConnectionRegion, editId: string, overwrite: boolean): Edit {
      const edit = requireEdit(scope, editId)
      if (edit.record) fail('not-found', customerMessages.retryOfDeleted)
      if (edit.state !== 'pending') ledger.retry(edit, overwrite)
      return edit
    },

    discard(scope: ConnectionRegion, editId: string): Edit {
      const edit = requireEdit(scope, editId)
      const customer = cache.find(scope, edit.customerId)
      parts.database.transaction(() => {
        if (edit.state !== 'pending' || edit.sent.length === 0 || !customer) ledger.discard(edit)
        // The value was sent already: the previous value is sent after it.
        else {
          recordEdit(ledger, scope, customer, {
            field: edit.field,
            value: edit.before,
            group: newStep(),
            seen: { value: customer[edit.field] },
          })
        }
      })
      return edit
    },
  }
}

/** The group of a step. */
const stepOf = (id: string, kind: StepKind): EditGroup => ({ id, step: { kind } })
const newStep = (): EditGroup => stepOf(newGroup(), 'edit')

/**
 * Changes of many customers, each undone as one. They run one after the other, in batches between which other calls run. A change that
 * may take more than one batch is stored before it begins: when the program ends in between, the next start records the rest, as a part of the
 * same step.
 */
function createGroupChanges(parts: EditParts) {
  const { database, ledger, ended } = parts
  const unfinished = createUnfinishedChanges(database, ended)
  /** One after another: two calls at once undo two steps, and what has begun is whole before the next. */
  const inOrder = createQueue()

  const cellsOf = ({ scope, group, request }: UnfinishedChange & { readonly request: { readonly do: 'cells' } }) =>
    cellWork(parts, scope, request.rules, stepOf(group, request.kind))

  /** Does what is left of a stored change. */
  function continueChange(change: UnfinishedChange): Promise<unknown> {
    const { scope, group, request } = change
    switch (request.do) {
      case 'cells':
        return unfinished.finish(group, SeenCellTexts, cellsOf({ scope, group, request }))
      case 'many': {
        const work = manyWork(parts, scope, request.rules, request.change, stepOf(group, 'edit-many'))
        return unfinished.finish(group, z.string(), work)
      }
      case 'update': {
        const work = updateWork(parts, scope, request.rules, stepOf(group, 'update'))
        return unfinished.finish(group, AcceptedUpdate, work)
      }
      case 'delete': {
        const work = deleteWork(parts, scope, { at: request.at, step: stepOf(group, 'delete') })
        return unfinished.finish(group, z.string(), work)
      }
      case 'undo':
        return unfinished.run(change, () => undoStep(parts, scope, request.step))
      case 'redo':
        return unfinished.run(change, () => redoStep(parts, scope, request.step, { group, at: request.at }))
      default:
        return assertNever(request)
    }
  }

  const held = <T>(group: string, holdMs: number, work: () => Promise<T>): Promise<T> =>
    holdMs === 0 ? work() : parts.deletions.holdWhile(group, holdMs, work)

  /** Undo and redo have no items: the step tells what is left of it. */
  function revert(
    scope: ConnectionRegion,
    request: Extract<ChangeRequest, { do: 'undo' | 'redo' }>,
    work: (group: string) => Promise<string>,
  ): Promise<string> {
    const group = newGroup()
    return request.step.size <= fewestInBatch
      ? work(group)
      : unfinished.run({ scope, group, request }, () => work(group))
  }

  return {
    /** `part`: the rows are a part of a change; nothing is changed before the last one. */
    cells: (
      scope: ConnectionRegion,
      rules: EditRules,
      kind: StepKind,
      rows: readonly SeenCellTexts[],
      part: ChangePart | null,
    ): Promise<CellResult> =>
      inOrder(async () => {
        const group = part?.changeId ?? newGroup()
        const begun = part && unfinished.incomplete(group)
        const { request } = begun ?? { request: { do: 'cells', kind, rules } as const }
        if (request.do !== 'cells') throw new Error('The id names another change')
        if (begun && begun.scope.connectionId !== scope.connectionId) fail('not-found', customerMessages.notInList)
        checkSize(rows, begun?.size)
        const change = { scope: begun?.scope ?? scope, group, request }
        const work = cellsOf(change)
        if (!part) return unfinished.record(change, rows, SeenCellTexts, work)
        await unfinished.store(change, rows)
        return part.isLast ? unfinished.finish(group, SeenCellTexts, work) : work.result()
      }),

    /** Fails with `invalid-input` before anything is recorded if the value fits no customer. */
    many: (
      scope: ConnectionRegion,
      rules: EditRules,
      ids: readonly string[],
      change: ManyChange,
    ): Promise<BulkEditResult> =>
      inOrder(async () => {
        if (change.do === 'set') validateEdit(change.field, change.value, rules)
        const group = newGroup()
        const work = manyWork(parts, scope, rules, change, stepOf(group, 'edit-many'))
        return unfinished.record({ scope, group, request: { do: 'many', change, rules } }, ids, z.string(), work)
      }),

    /** Stores updates of customers that belong to something else: nothing of them is done before `commit`. */
    prepareUpdate: (
      scope: ConnectionRegion,
      rules: EditRules,
      accepted: readonly AcceptedUpdate[],
    ): Promise<PreparedUpdate> =>
      inOrder(async () => {
        const group = newGroup()
        const work = updateWork(parts, scope, rules, stepOf(group, 'update'))
        await unfinished.store({ scope, group, request: { do: 'update', rules } }, accepted)
        return {
          commit: () => unfinished.commit(group),
          run: () => inOrder(() => unfinished.finish(group, AcceptedUpdate, work, { continueLater: true })),
          drop: () => unfinished.drop(group),
        }
      }),

    /** Returns how many customers were not being deleted already. */
    delete: (scope: ConnectionRegion, ids: readonly string[], { at, holdMs }: DeletionTime): Promise<number> =>
      inOrder(async () => {
        const group = newGroup()
        const work = deleteWork(parts, scope, { at, step: stepOf(group, 'delete') })
        const change = { scope, group, request: { do: 'delete', at } } as const
        return held(group, holdMs, () => unfinished.record(change, inBinOrder(ids), z.string(), work))
      }),

    /**
     * Undoes the last step. A message that says what was undone; null if there is nothing to undo. `expected`: the group of the step that
     * the user was shown; fails with `conflict` when another is the last one.
     */
    undo: (scope: ConnectionRegion, expected?: string | null): Promise<string | null> =>
      inOrder(async () => {
        const step = ledger.steps.last(scope)
        if (step && expected && step.group !== expected) {
          const { message, ...more } = customerMessages.changedSince
          fail('conflict', message, more)
        }
        return step && revert(scope, { do: 'undo', step }, () => undoStep(parts, scope, step))
      }),

    /** Makes the step again that was undone last. A message; null if there is nothing to redo. */
    redo: (scope: ConnectionRegion, { at, holdMs }: DeletionTime): Promise<string | null> =>
      inOrder(async () => {
        const step = ledger.steps.lastUndone(scope)
        if (!step) return null
        return revert(scope, { do: 'redo', step, at }, (group) =>
          held(group, step.kind === 'delete' ? holdMs : 0, () => redoStep(parts, scope, step, { group, at })),
        )
      }),

    /** Records the rest of the changes that an earlier run of the program has begun. `onDone` is called after each of them. */
    continueUnfinished: (onDone: (change: UnfinishedChange) => void): Promise<void> =>
      inOrder(async () => {
        for (const change of unfinished.toContinue()) {
          if (ended.aborted) return
          await continueChange(change)
          onDone(change)
        }
      }),
  }
}

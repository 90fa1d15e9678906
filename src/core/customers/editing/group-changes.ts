import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { customerMessages } from '../customer-messages.ts'
import { addDeletions } from '../journal/deletion-queue.ts'
import { newGroup } from '../journal/change-journal.ts'
import type { StepKind } from '../journal/step-journal.ts'
import type { ChangeRequest, UnfinishedChange } from '../journal/unfinished-changes.ts'
import { cellWork, checkSize, type CellParts, type CellResult, SeenCellTexts } from './change-cells.ts'
import { type BulkEditParts, type BulkEditResult, checkManyChange, manyWork } from './edit-many.ts'
import { batchSize, eachBatch, fewestInBatch, inBatches, type Work } from './in-batches.ts'
import { lastStep, redoStep, undoStep, type UndoParts } from './undo-step.ts'
import { AcceptedUpdate, updateWork, type UpdateResult } from './update-from-rows.ts'
import type { EditRules } from './validate-edit.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import { createQueue } from '../../scheduling/queue.ts'

/** A part of a large change of cells. */
export interface ChangePart {
  /** Names the change; the caller chooses it. */
  readonly changeId: string
  readonly isLast: boolean
}

/**
 * Changes of many customers, each undone as one. They run one after the other, in batches between which other calls run. A change that
 * may take more than one batch is stored before it begins: when the program ends in between, the next start records the rest, as a part of the
 * same step.
 */
export interface GroupChanges {
  /** `part`: the rows are a part of a change; nothing is changed before the last one. */
  cells(
    scope: ConnectionRegion,
    rules: EditRules,
    kind: StepKind,
    rows: readonly SeenCellTexts[],
    part: ChangePart | null,
  ): Promise<CellResult>
  /** Fails with `invalid-input` before anything is recorded if the value fits no customer. */
  many(scope: ConnectionRegion, rules: EditRules, ids: readonly string[], change: ManyChange): Promise<BulkEditResult>
  /** Stores updates of customers that belong to something else: nothing of them is done before `commit`. */
  prepareUpdate(scope: ConnectionRegion, rules: EditRules, accepted: readonly AcceptedUpdate[]): Promise<PreparedUpdate>
  /** Returns how many customers were not being deleted already. `at`: the time now. */
  delete(scope: ConnectionRegion, ids: readonly string[], at: string): Promise<number>
  /** Undoes the last step. A message that says what was undone; null if there is nothing to undo. */
  undo(scope: ConnectionRegion): Promise<string | null>
  /** Makes the step again that was undone last. A message; null if there is nothing to redo. `at`: the time now. */
  redo(scope: ConnectionRegion, at: string): Promise<string | null>
  /** Records the rest of the changes that an earlier run of the program has begun. `onDone` is called after each of them. */
  continueUnfinished(onDone: (change: UnfinishedChange) => void): Promise<void>
}

export interface PreparedUpdate {
  /** From now on they are made, also after a kill. Call it in the transaction of what they belong to. */
  commit(): void
  /** Makes them, after `commit`. When that fails, the next start goes on. */
  run(): Promise<UpdateResult>
  /** Forgets them, instead of `commit`. */
  drop(): void
}

export type GroupParts = BulkEditParts &
  CellParts &
  UndoParts & {
    /** The program ends: changes stop after their batch. */
    readonly ended: AbortSignal
  }

/** Items that are stored in one transaction: about 5 ms. */
const itemsPerTransaction = 2_000
export function createGroupChanges(parts: GroupParts): GroupChanges {
  const { database, ledger, ended } = parts
  const { unfinished } = ledger
  /** One after another: two calls at once undo two steps, and what has begun is whole before the next. */
  const inOrder = createQueue()

  async function store(change: UnfinishedChange, items: readonly unknown[]): Promise<void> {
    database.transaction(() => unfinished.begin(change))
    await addItems(change.group, items)
    database.transaction(() => unfinished.complete(change.group))
  }
  async function addItems(group: string, items: readonly unknown[]): Promise<void> {
    for (let first = 0; first < items.length; first += itemsPerTransaction) {
      const some = items.slice(first, first + itemsPerTransaction)
      database.transaction(() => unfinished.addItems(group, some))
      await yieldToEventLoop()
      if (some.length < itemsPerTransaction) continue
      // Else the first batch of the change would move all of them at once.
      database.moveLog()
      await yieldToEventLoop()
    }
  }

  /** The rest of a change that is stored whole. */
  async function finish<T>(group: string, item: z.ZodType<T>, work: Work<T, unknown>): Promise<void> {
    let read: T[] = []
    const next = (): readonly T[] => {
      if (ended.aborted) return []
      if (read.length === 0) read = unfinished.nextItems(group, item)
      return read.slice(0, batchSize)
    }
    await eachBatch(database, next, work.each, (batch) => {
      unfinished.advance(group, batch.length)
      read = read.slice(batch.length)
    })
  }

  /** What is left after a failure is not recorded at the next start: the user knows about it. */
  async function removeAtEnd<T>(group: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } finally {
      if (!ended.aborted) database.transaction(() => unfinished.remove(group))
    }
  }

  async function record<T, R>(
    change: UnfinishedChange,
    items: readonly T[],
    item: z.ZodType<T>,
    work: Work<T, R>,
  ): Promise<R> {
    if (items.length <= fewestInBatch) await inBatches(database, items, work.each)
    else {
      await store(change, items)
      await removeAtEnd(change.group, () => finish(change.group, item, work))
    }
    return work.result()
  }

  const stepOf = (group: string, kind: StepKind) => ({ id: group, step: { kind }, undoOf: null })
  const cellsOf = ({ scope, group, request }: UnfinishedChange & { request: { do: 'cells' } }) =>
    cellWork(parts, scope, request.rules, stepOf(group, request.kind))

  /** Does what is left of a stored change. */
  function continueChange({ scope, group, request }: UnfinishedChange): Promise<unknown> {
    switch (request.do) {
      case 'cells':
        return finish(group, SeenCellTexts, cellsOf({ scope, group, request }))
      case 'many':
        return finish(
          group,
          z.string(),
          manyWork(parts, scope, request.rules, request.change, stepOf(group, 'edit-many')),
        )
      case 'update':
        return finish(group, AcceptedUpdate, updateWork(parts, scope, request.rules, stepOf(group, 'update')))
      case 'delete': {
        const ids = unfinished.allItems(group, z.string())
        return addDeletions(parts, scope, { ids, at: request.at, step: { group, isRedo: false } })
      }
      case 'undo':
        return undoStep(parts, scope, request.step)
      case 'redo':
        return redoStep(parts, scope, request.step, { group, at: request.at })
    }
  }

  /** Undo and redo have no items: the step tells what is left of it. */
  async function revert(
    scope: ConnectionRegion,
    request: Extract<ChangeRequest, { do: 'undo' | 'redo' }>,
    run: (group: string) => Promise<string>,
  ): Promise<string> {
    const group = newGroup()
    if (request.step.size <= fewestInBatch) return run(group)
    await store({ scope, group, request }, [])
    return removeAtEnd(group, () => run(group))
  }

  return {
    cells: (scope, rules, kind, rows, part) =>
      inOrder(async () => {
        if (part === null) {
          checkSize(rows)
          const request = { do: 'cells', kind, rules } as const
          const change = { scope, group: newGroup(), request }
          return record(change, rows, SeenCellTexts, cellsOf(change))
        }
        const { changeId: group, isLast } = part
        const begun = unfinished.incomplete(group)
        const change = begun ?? { scope, group, request: { do: 'cells', kind, rules } as const }
        if (change.request.do !== 'cells') throw new Error('The id names another change')
        if (begun && begun.scope.connectionId !== scope.connectionId) fail('not-found', customerMessages.notInList)
        checkSize(rows, unfinished.size(group))
        if (!begun) database.transaction(() => unfinished.begin(change))
        await addItems(group, rows)
        if (!isLast) return { changed: 0, unchanged: 0, refused: [] }
        database.transaction(() => unfinished.complete(group))
        const work = cellsOf({ ...change, request: change.request })
        await removeAtEnd(group, () => finish(group, SeenCellTexts, work))
        return work.result()
      }),

    many: (scope, rules, ids, change) =>
      inOrder(async () => {
        checkManyChange(change, rules)
        const group = newGroup()
        const work = manyWork(parts, scope, rules, change, stepOf(group, 'edit-many'))
        return record({ scope, group, request: { do: 'many', change, rules } }, ids, z.string(), work)
      }),

    prepareUpdate: (scope, rules, accepted) =>
      inOrder(async () => {
        const group = newGroup()
        const work = updateWork(parts, scope, rules, stepOf(group, 'update'))
        database.transaction(() => unfinished.begin({ scope, group, request: { do: 'update', rules } }))
        await addItems(group, accepted)
        return {
          commit: () => unfinished.complete(group),
          run: () =>
            inOrder(async () => {
              await finish(group, AcceptedUpdate, work)
              if (!ended.aborted) database.transaction(() => unfinished.remove(group))
              return work.result()
            }),
          drop: () => database.transaction(() => unfinished.remove(group)),
        }
      }),

    delete: (scope, ids, at) =>
      inOrder(async () => {
        const group = newGroup()
        const run = () => addDeletions(parts, scope, { ids, at, step: { group, isRedo: false } })
        if (ids.length <= fewestInBatch) return run()
        await store({ scope, group, request: { do: 'delete', at } }, ids)
        return removeAtEnd(group, run)
      }),

    undo: (scope) =>
      inOrder(async () => {
        const step = lastStep(parts, scope)
        return step && revert(scope, { do: 'undo', step }, () => undoStep(parts, scope, step))
      }),

    redo: (scope, at) =>
      inOrder(async () => {
        const step = ledger.steps.lastUndone(scope)
        return step && revert(scope, { do: 'redo', step, at }, (group) => redoStep(parts, scope, step, { group, at }))
      }),

    continueUnfinished: (onDone) =>
      inOrder(async () => {
        for (const change of unfinished.toContinue()) {
          if (ended.aborted) return
          await removeAtEnd(change.group, () => continueChange(change))
          onDone(change)
        }
      }),
  }
}

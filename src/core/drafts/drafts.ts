import type { Draft, DraftSummary } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { currentScope } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { undoEntries, type ChoiceEntry } from './model/overrides.ts'
import type { DraftView } from './engine/draft-view.ts'
import type { RowLeftOut, RowToSend } from './engine/engine.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createDraftStore, removeDraft, type DraftChange, type KeptDraft } from './storage/draft-repository.ts'
import { createLoadedDrafts, type LoadedDraftsNeeds } from './loaded-drafts.ts'
import { openFile } from './open-file.ts'

export interface DraftsNeeds extends LoadedDraftsNeeds {
  readonly intake: FileIntake
}

/** A draft's rows, cut for an upload: `rows` and `leftOut` together are every record of the file. */
export interface RowsToSend {
  readonly fileName: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  readonly leftOut: readonly RowLeftOut[]
  readonly rows: readonly RowToSend[]
  readonly paidLookups: number
  readonly region: Region
  readonly connectionId: string
}

export interface Drafts extends DomainHandlers<'drafts', AbortSignal> {
  /** Throws `not-found`. Rows with errors are among `leftOut`, each with its reason. */
  rowsToSend(draftId: string): Promise<RowsToSend>
  /**
   * For when a draft's rows have become an upload; joins the transaction that is open, so that the rows are never in both or in none. Throws
   * `conflict` when the draft was changed, `not-found` when it was removed, after its rows were taken.
   */
  removeDraft(database: Database, draftId: string): void
  /** Clears away what a file left that was never read to its end. */
  start(): void
  close(): Promise<void>
}

/** Actions whose outcome the next file of the same shape is to have. */
const remembered: ReadonlySet<DraftAction['kind']> = new Set(['column', 'other-columns', 'date-order', 'default-state'])

/**
 * Drafts: spreadsheets on their way to an upload. Source rows and choices are in the database before any method answers; what follows from them is
 * worked out in the import thread, which may be lost at any time.
 */
export function createDrafts(storage: OpenStorage, needs: DraftsNeeds): Drafts {
  const { announcer, clock, database } = storage
  const store = createDraftStore(database)
  const loaded = createLoadedDrafts(storage, store, needs)
  const { thread, withDraft } = loaded
  const now = (): string => clock.now().toISOString()
  /** Drafts that were changed since their rows were taken for an upload that is being entered. */
  const handedOver = new Map<string, { changed: boolean }>()
  const noteChange = (id: string): void => {
    const handed = handedOver.get(id)
    if (handed) handed.changed = true
  }

  const draftOf = (id: string): Draft => {
    const kept = loaded.existing(id)
    const view = loaded.view(id)
    if (!view) throw new Error('The draft is not loaded')
    return { ...summaryOf(kept), ...view, ...store.labels(id) }
  }
  /** Writes what the thread already did. */
  const keep = (id: string, view: DraftView, write: () => void): Draft => {
    try {
      write()
    } catch (error) {
      loaded.drop(id)
      throw error
    }
    noteChange(id)
    loaded.setView(id, view)
    announcer.announce('drafts.changed', id)
    return draftOf(id)
  }
  const remember = async (kept: KeptDraft): Promise<void> => {
    const template = await thread.call('toRemember', { draftId: kept.id })
    if (template) store.remember(kept.region, template, now())
  }
  const act = (id: string, action: DraftAction): Promise<Draft> =>
    withDraft(id, async (kept) => {
      const done = await thread.call('act', { draftId: id, action })
      if (!done.ok) return fail('invalid-input', done.message)
      const { entries, label, view } = done
      if (entries.length === 0) return draftOf(id)
      const draft = keep(id, view, () => store.addChange(id, label, entries, view.counts, now()))
      if (kept.step !== 'columns' && remembered.has(action.kind)) await remember(kept)
      return draft
    })
  const goBackOrForth = (id: string, find: (id: string) => DraftChange | null, undone: boolean): Promise<Draft> =>
    withDraft(id, async () => {
      const change = find(id)
      if (!change) return fail('conflict', undone ? 'There is nothing to undo.' : 'There is nothing to do again.')
      const entries: readonly ChoiceEntry[] = undone ? undoEntries(change.entries) : change.entries
      const view = await thread.call('apply', { draftId: id, entries })
      return keep(id, view, () => store.markChange(id, change.number, undone, entries, view.counts, now()))
    })

  return {
    async list() {
      const active = currentScope(storage)
      return { drafts: active ? store.list(active.connectionId).map(summaryOf) : [] }
    },
    open: async ({ fileId }) => {
      const id = await openFile(storage, store, loaded, needs.intake, fileId)
      return withDraft(id, async () => draftOf(id))
    },
    get: ({ id }) =>
      withDraft(id, async (kept) => {
        const draft = draftOf(id)
        if (JSON.stringify(draft.counts) !== JSON.stringify(kept.counts)) store.setCounts(id, draft.counts)
        return draft
      }),
    rows: ({ id, show, group, search, offset, limit }) =>
      withDraft(id, async () => {
        const found = await thread.call('rows', { draftId: id, query: { show, group, search }, offset, limit })
        return { total: found.total, rows: [...found.rows] }
      }),
    rowOrder: ({ id, show, group, search }) =>
      withDraft(id, async () => {
        const rows = await thread.call('order', { draftId: id, query: { show, group, search } })
        return { rows: [...rows] }
      }),
    rowsByNumber: ({ id, rows }) =>
      withDraft(id, async () => ({ rows: [...(await thread.call('rowsByNumber', { draftId: id, rows }))] })),
    setStep: ({ id, step }) =>
      withDraft(id, async (kept) => {
        store.setStep(id, step, now())
        if (step !== 'columns') await remember(kept)
        announcer.announce('drafts.changed', id)
        return draftOf(id)
      }),
    setSheet: ({ id, sheet }) => act(id, { kind: 'sheet', sheet }),
    setHeaderRow: ({ id, headerRow }) => act(id, { kind: 'header-row', headerRow }),
    setColumn: ({ id, index, target }) => act(id, { kind: 'column', index, target }),
    setOtherColumns: ({ id, target }) => act(id, { kind: 'other-columns', target }),
    setDateOrder: ({ id, index, order }) => act(id, { kind: 'date-order', index, order }),
    setDefaultState: ({ id, state }) => act(id, { kind: 'default-state', state }),
    setKnownCustomers: ({ id, choice }) => act(id, { kind: 'known-customers', choice }),
    editCell: ({ id, row, field, value }) => act(id, { kind: 'cell', row, field, value }),
    mendGroup: ({ id, group, value }) => act(id, { kind: 'mend-group', group, ...(value !== undefined && { value }) }),
    leaveOut: ({ id, rows, leftOut }) => act(id, { kind: 'leave-out', rows, leftOut }),
    leaveOutErrors: ({ id }) => act(id, { kind: 'leave-out-errors' }),
    undo: ({ id }) => goBackOrForth(id, (draftId) => store.lastChange(draftId), true),
    redo: ({ id }) => goBackOrForth(id, (draftId) => store.nextUndone(draftId), false),
    remove: ({ id }) =>
      loaded.inTurn(id, async () => {
        loaded.existing(id)
        store.remove(id)
        // What was deleted is to be gone from the disk as well, not only from the list.
        database.checkpoint()
        loaded.drop(id)
        announcer.announce('drafts.changed', id)
        return {}
      }),
    rowsToSend: (draftId) =>
      withDraft(draftId, async ({ fileName, connectionId, region }) => {
        handedOver.set(draftId, { changed: false })
        const rows: RowToSend[] = []
        const leftOut: RowLeftOut[] = []
        const { header, counts } = await thread.call('rowsToSend', { draftId })
        for (;;) {
          const part = await thread.call('takeRows', { draftId })
          if (part.rows.length + part.leftOut.length === 0) break
          rows.push(...part.rows)
          leftOut.push(...part.leftOut)
        }
        const { rows: rowsInFile, paidLookups } = counts
        return { fileName, header, rowsInFile, leftOut, rows, paidLookups, region, connectionId }
      }),
    removeDraft(within, draftId) {
      const handed = handedOver.get(draftId)
      handedOver.delete(draftId)
      if (handed?.changed) {
        fail('conflict', 'This spreadsheet was changed while it was being handed over, so nothing of it was sent.', {
          kept: 'The spreadsheet is kept with your last change.',
          next: 'Send it again.',
        })
      }
      if (!removeDraft(within, draftId)) {
        fail('not-found', 'This spreadsheet was removed while it was being handed over, so nothing of it was sent.')
      }
      loaded.drop(draftId)
    },
    start: () => store.removeUnfinished(),
    close: () => loaded.close(),
  }
}

const summaryOf = ({ id, fileName, region, createdAt, changedAt, counts, step }: KeptDraft): DraftSummary => ({
  id,
  fileName,
  region,
  createdAt,
  changedAt,
  counts,
  step,
})

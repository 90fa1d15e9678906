import { randomUUID } from 'node:crypto'
import type { Draft, DraftSummary } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { chassisKey, defaultAdvanced, secondMobileKey } from '../assumptions.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failure.ts'
import { undoEntries, type ChoiceEntry } from '../import/choices.ts'
import type { CheckContext } from '../import/draft-source.ts'
import type { DraftView, RowLeftOut, RowQuery, RowToSend } from '../import/engine.ts'
import { createImportThread, ThreadLostError } from '../import/import-thread.ts'
import type { DraftAction } from '../import/plan-action.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import { localDate } from '../ports/clock.ts'
import type { StartImportWorker } from '../ports/host.ts'
import type { Session } from '../session.ts'
import { createDraftStore, removeDraft, type DraftChange, type KeptDraft } from './draft-store.ts'

export interface DraftsNeeds {
  readonly intake: FileIntake
  readonly startImportWorker: StartImportWorker
  /** Keys (`import/vehicle-key.ts`) of the cars that the local copy of the customers knows. */
  readonly knownCustomerKeys: (connectionId: string, region: Region) => Iterable<string> | Promise<Iterable<string>>
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
  /** For when a draft's rows have become an upload; joins the transaction that is open, so that the rows are never in both or in none. */
  removeDraft(database: Database, draftId: string): void
  /** Clears away what a file left that was never read to its end. */
  start(): void
  close(): Promise<void>
}

/** Blocks handed to the thread at a stretch when a draft is brought back. */
const blocksAtOnce = 4
/** Drafts that the thread holds; the one unused for longest is dropped, and brought back when it is asked for. */
const maxLoaded = 3

/**
 * Drafts: spreadsheets on their way to an upload. Source rows and choices are in the database before any method answers; what follows from them is
 * worked out in the import thread, which may be lost at any time.
 */
export function createDrafts(session: Session, needs: DraftsNeeds): Drafts {
  const { announcer, clock, connections, database, log } = session
  const store = createDraftStore(database)
  const thread = createImportThread(needs.startImportWorker, (reason) =>
    log.write('error', 'drafts.thread-lost', { reason }),
  )
  /** By draft: the thread's generation under which it was loaded, and the view since its last change. Oldest use first. */
  const loaded = new Map<string, { generation: number; view: DraftView; context: CheckContext; knownAt: number }>()
  const queues = new Map<string, Promise<unknown>>()
  let customersVersion = 0
  const stopListening = announcer.listen((event) => {
    if (event.name === 'customers.changed') customersVersion += 1
  })

  const now = (): string => clock.now().toISOString()
  const contextFor = (connectionId: string, region: Region): CheckContext => {
    const advanced = connections.find(connectionId)?.advanced ?? defaultAdvanced
    return {
      region,
      today: localDate(clock.now()),
      mobileForm: advanced.mobileForm,
      reservedKeys: [advanced.referenceKey, chassisKey, secondMobileKey],
    }
  }
  const knownKeysOf = async (connectionId: string, region: Region): Promise<ReadonlySet<string>> =>
    new Set(await needs.knownCustomerKeys(connectionId, region))
  const existing = (id: string): KeptDraft => {
    const kept = store.find(id)
    if (!kept) {
      loaded.delete(id)
      return fail('not-found', 'That draft is no longer here.', {
        next: 'Open the file again, or choose another draft.',
      })
    }
    return kept
  }

  /** One thing after the other for each draft, so that undo never overtakes the change before it. */
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(id) ?? Promise.resolve()
    const run = before.then(work, work)
    const settled = run.then(
      () => undefined,
      () => undefined,
    )
    queues.set(id, settled)
    void settled.then(() => {
      if (queues.get(id) === settled) queues.delete(id)
    })
    return run
  }

  const hold = (id: string, view: DraftView, context: CheckContext, knownAt: number): void => {
    loaded.delete(id)
    loaded.set(id, { generation: thread.generation, view, context, knownAt })
    for (const oldest of loaded.keys()) {
      if (loaded.size <= maxLoaded) break
      loaded.delete(oldest)
      void thread.call('forget', { draftId: oldest }).catch((error: unknown) => {
        if (!(error instanceof ThreadLostError)) log.write('warning', 'drafts.forget-failed', { reason: String(error) })
      })
    }
  }
  const load = async (kept: KeptDraft, context: CheckContext): Promise<void> => {
    const draftId = kept.id
    const knownAt = customersVersion
    const knownKeys = await knownKeysOf(kept.connectionId, kept.region)
    for (let at = { sheet: -1, block: -1 }; ;) {
      const blocks = store.blocksAfter(draftId, at.sheet, at.block, blocksAtOnce)
      const last = blocks.at(-1)
      if (!last) break
      at = { sheet: last.sheet, block: last.block }
      await thread.call('blocks', { draftId, blocks }, { transfer: blocks.map((block) => block.rows.buffer) })
    }
    const facts = store.facts(draftId)
    const view = await thread.call('load', { draftId, facts, choices: store.choices(draftId), context, knownKeys })
    hold(draftId, view, context, knownAt)
  }
  /** Sees to it that the thread holds the draft, by the rules of today and the customers known now. */
  const ensureLoaded = async (kept: KeptDraft): Promise<void> => {
    const context = contextFor(kept.connectionId, kept.region)
    const held = loaded.get(kept.id)
    if (!held || held.generation !== thread.generation) return load(kept, context)
    const knownAt = customersVersion
    const stale = held.knownAt !== knownAt
    if (!stale && JSON.stringify(held.context) === JSON.stringify(context)) return
    const knownKeys = stale ? await knownKeysOf(kept.connectionId, kept.region) : null
    const view = await thread.call('refresh', { draftId: kept.id, context, knownKeys })
    hold(kept.id, view, context, knownAt)
  }
  /** Runs work on a loaded draft, once more if the thread is lost under it: nothing is kept before its answer, so nothing happens twice. */
  const withDraft = <T>(id: string, work: (kept: KeptDraft) => Promise<T>): Promise<T> =>
    inTurn(id, async () => {
      for (let attempt = 1; ; attempt += 1) {
        const kept = existing(id)
        try {
          await ensureLoaded(kept)
          return await work(kept)
        } catch (error) {
          if (!(error instanceof ThreadLostError)) throw error
          if (error.outOfMemory || attempt === 2) tooLarge()
        }
      }
    })
  const tooLarge = (): never =>
    fail('invalid-input', 'This file is too large for the memory of this PC.', {
      kept: 'What was saved of the draft is kept.',
      next: 'Split the file in your spreadsheet program and open the parts one by one.',
    })

  const draftOf = (id: string): Draft => {
    const kept = existing(id)
    const view = loaded.get(id)?.view ?? fail('not-found', 'That draft is no longer here.')
    return {
      ...summaryOf(kept),
      ...view,
      undo: store.lastChange(id)?.label ?? null,
      redo: store.nextUndone(id)?.label ?? null,
    }
  }
  /** Writes what the thread already did. If that fails, the thread's state is dropped, so that it never runs ahead of what is kept. */
  const keep = (id: string, view: DraftView, write: () => void): Draft => {
    const held = loaded.get(id)
    try {
      write()
    } catch (error) {
      loaded.delete(id)
      throw error
    }
    if (held) loaded.set(id, { ...held, view })
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
      if (done.entries.length === 0) return draftOf(id)
      const draft = keep(id, done.view, () => store.addChange(id, done.label, done.entries, done.view.counts, now()))
      if (kept.step !== 'columns' && remembered.has(action.kind)) await remember(kept)
      return draft
    })
  const step = (id: string, find: (id: string) => DraftChange | null, undone: boolean): Promise<Draft> =>
    withDraft(id, async () => {
      const change = find(id)
      if (!change) return fail('conflict', undone ? 'There is nothing to undo.' : 'There is nothing to do again.')
      const entries: readonly ChoiceEntry[] = undone ? undoEntries(change.entries) : change.entries
      const view = await thread.call('apply', { draftId: id, entries })
      return keep(id, view, () => store.markChange(id, change.number, undone, entries, view.counts, now()))
    })

  return {
    list: async () => ({ drafts: store.list(connections.active().id).map(summaryOf) }),
    open: async ({ fileId }) => {
      const { id: connectionId, region } = connections.active()
      const { name, bytes } = needs.intake.take(fileId)
      const id = randomUUID()
      const context = contextFor(connectionId, region)
      const knownAt = customersVersion
      const knownKeys = await knownKeysOf(connectionId, region)
      const whole =
        bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
          ? bytes
          : new Uint8Array(bytes)
      const input = { draftId: id, name, bytes: whole, context, knownKeys, templates: store.templates(region) }
      let problem: unknown = null
      let begun = false
      const begin = (): void => {
        if (!begun) store.begin({ id, connectionId, region, fileName: name, createdAt: now() })
        begun = true
      }
      const discard = (): void => {
        if (begun) store.remove(id)
      }
      try {
        const answer = await thread.call('open', input, {
          transfer: [whole.buffer as ArrayBuffer],
          onPiece: (piece) => {
            if (piece.kind === 'progress')
              announcer.announce('drafts.progressed', fileId, { part: piece.part, words: piece.words })
            if (piece.kind !== 'block' || problem !== null) return
            try {
              begin()
              store.addBlock(id, piece.block)
            } catch (error) {
              problem = error
            }
          },
        })
        if (problem !== null) throw problem
        if (!answer.ok) return fail('invalid-input', answer.problem.message, { next: answer.problem.next })
        begin()
        store.finish(id, answer.facts, answer.entries, answer.view.counts)
        hold(id, answer.view, context, knownAt)
      } catch (error) {
        discard()
        if (error instanceof ThreadLostError) tooLarge()
        throw error
      }
      announcer.announce('drafts.changed', id)
      return draftOf(id)
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
        const query: RowQuery = { show, group, search }
        return { rows: [...(await thread.call('order', { draftId: id, query }))] }
      }),
    rowsByNumber: ({ id, rows }) =>
      withDraft(id, async () => ({ rows: [...(await thread.call('rowsByNumber', { draftId: id, rows }))] })),
    setStep: ({ id, step: next }) =>
      withDraft(id, async (kept) => {
        store.setStep(id, next, now())
        if (next !== 'columns') await remember(kept)
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
    undo: ({ id }) => step(id, (draftId) => store.lastChange(draftId), true),
    redo: ({ id }) => step(id, (draftId) => store.nextUndone(draftId), false),
    remove: ({ id }) =>
      inTurn(id, async () => {
        existing(id)
        store.remove(id)
        // What was deleted is to be gone from the disk as well, not only from the list.
        database.checkpoint()
        if (loaded.delete(id)) await thread.call('forget', { draftId: id })
        announcer.announce('drafts.changed', id)
        return {}
      }),
    rowsToSend: (draftId) =>
      withDraft(draftId, async (kept) => {
        const rows: RowToSend[] = []
        const leftOut: RowLeftOut[] = []
        const { header, view } = await thread.call(
          'rowsToSend',
          { draftId },
          {
            onPiece: (piece) => {
              if (piece.kind === 'sending') rows.push(...piece.rows)
              if (piece.kind === 'left-out') leftOut.push(...piece.rows)
            },
          },
        )
        const { counts, region } = view
        const { fileName, connectionId } = kept
        return {
          fileName,
          header,
          rowsInFile: counts.rows,
          leftOut,
          rows,
          paidLookups: counts.paidLookups,
          region,
          connectionId,
        }
      }),
    removeDraft,
    start: () => store.removeUnfinished(),
    close: async () => {
      stopListening()
      await thread.close()
    },
  }
}

/** Actions whose outcome the next file of the same shape is to have. */
const remembered: ReadonlySet<DraftAction['kind']> = new Set(['column', 'other-columns', 'date-order', 'default-state'])

const summaryOf = ({ id, fileName, region, createdAt, changedAt, counts, step }: KeptDraft): DraftSummary => ({
  id,
  fileName,
  region,
  createdAt,
  changedAt,
  counts,
  step,
})

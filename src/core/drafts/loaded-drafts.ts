import { chassisKey, defaultAdvanced, secondMobileKey } from '../service/assumptions.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import type { CheckContext } from './model/draft-source.ts'
import type { DraftView } from './engine/draft-view.ts'
import { createImportThread, ThreadLostError, type ImportThread } from './worker/draft-thread.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { StartImportWorker } from '../ports/host.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DraftStore, KeptDraft } from './storage/draft-repository.ts'

export interface LoadedDraftsNeeds {
  readonly startDraftWorker: StartImportWorker
  /** Keys (`import/vehicle-key.ts`) of the cars that the local copy of the customers knows. */
  readonly knownCustomerKeys: (connectionId: string, region: Region) => Iterable<string> | Promise<Iterable<string>>
}

/** What a draft is checked against besides its own choices. `knownAt` tells later whether the customers have changed since. */
export interface CheckedAgainst {
  readonly context: CheckContext
  readonly knownKeys: ReadonlySet<string>
  readonly knownAt: number
}

/** The drafts that the import thread holds, brought there when needed, and again after the thread was lost. */
export interface LoadedDrafts {
  readonly thread: ImportThread
  checkedAgainst(connectionId: string, region: Region): Promise<CheckedAgainst>
  /** Work on one draft, in turn with all other work on it. */
  inTurn<T>(id: string, work: () => Promise<T>): Promise<T>
  /**
   * The same with the draft loaded, by the rules of today and the customers known now. If the thread is lost under it, it is done once more: nothing
   * is kept before the thread's answer, so nothing happens twice. Throws `not-found`.
   */
  withDraft<T>(id: string, work: (kept: KeptDraft) => Promise<T>): Promise<T>
  /** The draft as kept. Throws `not-found`. */
  existing(id: string): KeptDraft
  /** The view since the last change; null when the thread does not hold the draft. */
  view(id: string): DraftView | null
  /** The thread has opened this draft. */
  hold(id: string, view: DraftView, against: Omit<CheckedAgainst, 'knownKeys'>): void
  setView(id: string, view: DraftView): void
  /** Drops the thread's state, so that it never runs ahead of what is kept. */
  drop(id: string): void
  /** Lets go of what the thread has of a draft that was never held. */
  forget(id: string): void
  close(): Promise<void>
}

/** Blocks handed to the thread at a stretch when a draft is brought back. */
const blocksAtOnce = 4
/** Drafts that the thread holds; the one unused for longest is dropped, and brought back when it is asked for. */
const maxLoaded = 3

interface Held {
  /** The thread under which it was loaded. */
  readonly generation: number
  readonly view: DraftView
  readonly context: CheckContext
  readonly knownAt: number
}

export function tooLarge(): never {
  return fail('invalid-input', 'This file is too large for the memory of this PC.', {
    next: 'Split the file in your spreadsheet program and open the parts one by one.',
  })
}

export function createLoadedDrafts(storage: OpenStorage, store: DraftStore, needs: LoadedDraftsNeeds): LoadedDrafts {
  const { announcer, clock, connections, log } = storage
  const thread = createImportThread(needs.startDraftWorker, (reason) => {
    log.write('error', 'drafts.thread-lost', { reason })
  })
  /** Oldest use first. */
  const loaded = new Map<string, Held>()
  const queues = new Map<string, Promise<unknown>>()
  let customersVersion = 0
  const uploadsSeen = new Set<string>()
  const stopListening = announcer.listen(({ name, subject }) => {
    // The cars of an upload are known from its first moment, not only once the service lists them.
    const isNewUpload = name === 'uploads.changed' && subject !== null && !uploadsSeen.has(subject)
    if (isNewUpload) uploadsSeen.add(subject)
    if (name === 'customers.changed' || isNewUpload) customersVersion += 1
  })

  const contextFor = (connectionId: string, region: Region): CheckContext => {
    const advanced = connections.find(connectionId)?.advanced ?? defaultAdvanced
    return {
      region,
      today: localDate(clock.now()),
      mobileForm: advanced.mobileForm,
      reservedKeys: [advanced.referenceKey, chassisKey, secondMobileKey],
    }
  }
  const checkedAgainst = async (connectionId: string, region: Region): Promise<CheckedAgainst> => {
    const knownAt = customersVersion
    const knownKeys = new Set(await needs.knownCustomerKeys(connectionId, region))
    return { context: contextFor(connectionId, region), knownKeys, knownAt }
  }
  const forget = (id: string): void => {
    thread.call('forget', { draftId: id }).catch((error: unknown) => {
      if (!(error instanceof ThreadLostError)) log.write('warning', 'drafts.forget-failed', { reason: String(error) })
    })
  }
  const hold = (id: string, view: DraftView, { context, knownAt }: Omit<CheckedAgainst, 'knownKeys'>): void => {
    loaded.delete(id)
    loaded.set(id, { generation: thread.generation, view, context, knownAt })
    const idle = [...loaded.keys()].filter((one) => one !== id && !queues.has(one))
    for (const oldest of idle.slice(0, Math.max(0, loaded.size - maxLoaded))) {
      loaded.delete(oldest)
      forget(oldest)
    }
  }
  const existing = (id: string): KeptDraft => {
    const kept = store.find(id)
    if (kept) return kept
    if (loaded.delete(id)) forget(id)
    return fail('not-found', 'That draft is no longer here.', { next: 'Open the file again, or choose another draft.' })
  }
  const load = async (kept: KeptDraft): Promise<void> => {
    const draftId = kept.id
    const against = await checkedAgainst(kept.connectionId, kept.region)
    for (let at = { sheet: -1, block: -1 }; ;) {
      const blocks = store.blocksAfter(draftId, at.sheet, at.block, blocksAtOnce)
      const last = blocks.at(-1)
      if (!last) break
      at = { sheet: last.sheet, block: last.block }
      await thread.call('blocks', { draftId, blocks }, { transfer: blocks.map((block) => block.rows.buffer) })
    }
    const { context, knownKeys } = against
    const facts = store.facts(draftId)
    const view = await thread.call('load', { draftId, facts, choices: store.choices(draftId), context, knownKeys })
    hold(draftId, view, against)
  }
  const ensureLoaded = async (kept: KeptDraft): Promise<void> => {
    const held = loaded.get(kept.id)
    if (!held || held.generation !== thread.generation) return load(kept)
    const context = contextFor(kept.connectionId, kept.region)
    const stale = held.knownAt !== customersVersion
    if (!stale && JSON.stringify(held.context) === JSON.stringify(context)) return
    const against = await checkedAgainst(kept.connectionId, kept.region)
    const knownKeys = stale ? against.knownKeys : null
    const view = await thread.call('refresh', { draftId: kept.id, context: against.context, knownKeys })
    hold(kept.id, view, against)
  }
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
  return {
    thread,
    checkedAgainst,
    inTurn,
    withDraft: (id, work) =>
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
      }),
    existing,
    view: (id) => loaded.get(id)?.view ?? null,
    hold,
    setView: (id, view) => {
      const held = loaded.get(id)
      if (held) loaded.set(id, { ...held, view })
    },
    drop: (id) => {
      if (loaded.delete(id)) forget(id)
    },
    forget,
    close: async () => {
      stopListening()
      await thread.close()
    },
  }
}

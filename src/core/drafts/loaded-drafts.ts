import { defaultAdvanced } from '../service/assumptions.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import type { CheckContext } from './model/draft-source.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { joinKeys, type KnownVins } from './checking/known-keys.ts'
import type { DraftView } from './engine/draft-view.ts'
import { createDraftThread, ThreadLostError, type DraftThread } from './worker/draft-thread.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { StartDraftWorker } from '../ports/host.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'

export interface LoadedDraftsNeeds {
  readonly startDraftWorker: StartDraftWorker
  /** Keys (`fields/vehicle-key.ts`) of the cars in the local customer cache. */
  readonly knownCustomerKeys: (connectionId: string, region: Region) => Iterable<string> | Promise<Iterable<string>>
  /** The VIN that this PC knows for each of the regos (`regoKey`). Absent: none is filled in. */
  readonly findKnownVins?: (scope: ConnectionRegion, regos: readonly string[]) => Promise<KnownVins>
}

/**
 * What a draft is checked against besides its own overrides. `knownAt` shows later whether the customers have changed
 * since.
 */
export interface CheckedAgainst {
  readonly context: CheckContext
  /** `joinKeys`. */
  readonly knownKeys: string
  readonly knownAt: number
}

/** The drafts that are loaded, each in a thread. They are loaded when needed, and again after their thread ended. */
export type LoadedDrafts = ReturnType<typeof createLoadedDrafts>

/** Blocks handed to the worker in one call when a draft is loaded. */
const blocksPerCall = 4
/** Regos whose VINs are looked for before they are handed to the worker. */
const regosPerCall = 5_000
/** The most loaded drafts. The least recently used one is unloaded, and loaded again when it is needed. */
const maxLoaded = 3

interface LoadedDraft {
  readonly view: DraftView
  readonly context: CheckContext
  readonly knownAt: number
}

export function failOutOfMemory(): never {
  return fail('invalid-input', draftMessages.outOfMemory)
}

/** Work on each draft, one after the other. */
function createTurns() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    isBusy: (id: string): boolean => queues.has(id),
    inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
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
    },
  }
}

/** Counts the changes of what drafts are checked against: customers, saved look-ups and uploads. */
function createKnowledgeVersion(announcer: OpenStorage['announcer']) {
  let version = 0
  const uploadsSeen = new Set<string>()
  const close = announcer.listen(({ name, subject }) => {
    // The cars of an upload count as known at once, not only when the service lists them.
    const isNewUpload = name === 'uploads.changed' && subject !== null && !uploadsSeen.has(subject)
    if (isNewUpload) uploadsSeen.add(subject)
    // A withdrawn upload's cars are no longer known.
    const isOtherList = name === 'uploads.changed' && subject === null
    const isOtherKnowledge = name === 'customers.changed' || name === 'lookup.changed'
    if (isOtherKnowledge || isNewUpload || isOtherList) version += 1
  })
  return { version: () => version, close }
}

export function createLoadedDrafts(storage: OpenStorage, drafts: DraftRepository, needs: LoadedDraftsNeeds) {
  const { announcer, clock, connections, dateFormat, log } = storage
  /** Oldest use first. */
  const loaded = new Map<string, LoadedDraft>()
  /**
   * Each draft that is loaded or being opened has a thread of its own, so that no draft waits for the work on another, and a thread that
   * ends takes one draft with it.
   */
  const threads = new Map<string, DraftThread>()
  let isClosed = false
  const threadOf = (id: string): DraftThread => {
    if (isClosed) throw new Error('The drafts are closed')
    const thread =
      threads.get(id) ??
      createDraftThread(needs.startDraftWorker, (reason) => {
        log.write('error', 'drafts.thread-lost', { reason })
        threads.delete(id)
        loaded.delete(id)
      })
    threads.set(id, thread)
    return thread
  }
  const unload = (id: string): void => {
    void threads.get(id)?.close()
    threads.delete(id)
    loaded.delete(id)
  }
  const { inTurn, isBusy } = createTurns()
  const knowledge = createKnowledgeVersion(announcer)

  const advancedOf = (connectionId: string) => connections.find(connectionId)?.advanced ?? defaultAdvanced
  const contextFor = (connectionId: string, region: Region): CheckContext => {
    const { referenceKey, chassisKey, secondMobileKey, ...advanced } = advancedOf(connectionId)
    return {
      region,
      today: localDate(clock.now()),
      mobileForm: advanced.mobileForm,
      shortVins: advanced.shortVins,
      knownVinMaxAgeDays: advanced.knownVinMaxAgeDays,
      dateFormat: dateFormat(),
      sentKeys: { chassisKey, secondMobileKey },
      reservedKeys: [referenceKey, chassisKey, secondMobileKey],
    }
  }
  const checkedAgainst = async (connectionId: string, region: Region): Promise<CheckedAgainst> => {
    const knownAt = knowledge.version()
    const knownKeys = joinKeys(await needs.knownCustomerKeys(connectionId, region))
    return { context: contextFor(connectionId, region), knownKeys, knownAt }
  }
  const register = (id: string, view: DraftView, { context, knownAt }: Omit<CheckedAgainst, 'knownKeys'>): void => {
    loaded.delete(id)
    loaded.set(id, { view, context, knownAt })
    const idle = [...loaded.keys()].filter((one) => one !== id && !isBusy(one))
    for (const oldest of idle.slice(0, Math.max(0, loaded.size - maxLoaded))) unload(oldest)
  }
  const savedDraft = (id: string): SavedDraft => {
    const saved = drafts.find(id)
    if (saved) return saved
    // One that is being opened is not saved yet.
    if (loaded.has(id)) unload(id)
    return fail('not-found', draftMessages.notFound)
  }
  const withKnownVins = async (
    { id, connectionId, region }: Pick<SavedDraft, 'id' | 'connectionId' | 'region'>,
    first: DraftView,
  ): Promise<DraftView> => {
    const thread = threadOf(id)
    let view = first
    try {
      while (needs.findKnownVins && view.unsearchedVins > 0) {
        const regos = await thread.call('unsearchedRegos', { limit: regosPerCall })
        const vins = await needs.findKnownVins({ connectionId, region }, regos)
        view = await thread.call('addKnownVins', { vins })
      }
    } catch (error) {
      // The change of this view is not saved: see `unload`.
      unload(id)
      throw error
    }
    return view
  }
  const takeBlocks = async (draftId: string, thread: DraftThread): Promise<void> => {
    for (let at = { sheet: -1, block: -1 }; ;) {
      const blocks = drafts.blocksAfter(draftId, at.sheet, at.block, blocksPerCall)
      const last = blocks.at(-1)
      if (!last) break
      at = { sheet: last.sheet, block: last.block }
      await thread.call(
        'blocks',
        { blocks },
        blocks.map((block) => block.rows.buffer),
      )
    }
  }
  const load = async (saved: SavedDraft): Promise<void> => {
    const draftId = saved.id
    const thread = threadOf(draftId)
    try {
      const against = await checkedAgainst(saved.connectionId, saved.region)
      await takeBlocks(draftId, thread)
      const { context, knownKeys } = against
      const facts = drafts.facts(draftId)
      const view = await thread.call('load', { facts, overrides: drafts.overrides(draftId), context, knownKeys })
      register(draftId, await withKnownVins(saved, view), against)
    } catch (error) {
      // It may have some of the rows: with those of the next attempt it would have them twice.
      unload(draftId)
      throw error
    }
  }
  const ensureLoaded = async (saved: SavedDraft): Promise<void> => {
    const current = loaded.get(saved.id)
    if (!current) return load(saved)
    const context = contextFor(saved.connectionId, saved.region)
    const stale = current.knownAt !== knowledge.version()
    if (!stale && JSON.stringify(current.context) === JSON.stringify(context)) return
    // Its thread may end meanwhile: a new one does not have the draft.
    const thread = threadOf(saved.id)
    const against = await checkedAgainst(saved.connectionId, saved.region)
    const knownKeys = stale ? against.knownKeys : null
    const view = await thread.call('refresh', { context: against.context, knownKeys })
    register(saved.id, await withKnownVins(saved, view), against)
  }
  return {
    /** The thread of a draft that is loaded or being opened. */
    threadOf,
    checkedAgainst,
    /** Runs work on one draft after all earlier work on it. */
    inTurn,
    /**
     * The same with the draft loaded, checked with the current date, settings and customers. If the worker ends
     * meanwhile, the work is repeated once: nothing is saved before the worker answers, so nothing happens twice. Throws
     * `not-found`.
     */
    withDraft: <T>(id: string, work: (saved: SavedDraft) => Promise<T>): Promise<T> =>
      inTurn(id, async () => {
        for (let attempt = 1; ; attempt += 1) {
          const saved = savedDraft(id)
          try {
            await ensureLoaded(saved)
            return await work(saved)
          } catch (error) {
            if (!(error instanceof ThreadLostError)) throw error
            if (error.outOfMemory || attempt === 2) failOutOfMemory()
          }
        }
      }),
    /** The form in which mobile numbers of a connection are sent. */
    mobileForm: (connectionId: string): CheckContext['mobileForm'] => advancedOf(connectionId).mobileForm,
    /** The draft as saved. Throws `not-found`. */
    savedDraft,
    /** The view after the last change; null when the draft is not loaded. */
    view: (id: string): DraftView | null => loaded.get(id)?.view ?? null,
    /** Registers a draft that the worker has opened. */
    register,
    setView: (id: string, view: DraftView): void => {
      const current = loaded.get(id)
      if (current) loaded.set(id, { ...current, view })
    },
    /** The view with the known VINs of regos that the last change brought. */
    withKnownVins,
    /** Loads a draft again from what is saved. Only within `withDraft` or `inTurn`. */
    reload: async (id: string): Promise<void> => {
      unload(id)
      await load(savedDraft(id))
    },
    /** Ends the thread of a draft, so that it never has more than what is saved. Also of one that is being opened. */
    unload,
    close: async (): Promise<void> => {
      isClosed = true
      knowledge.close()
      await Promise.all(Array.from(threads.values(), (thread) => thread.close()))
    },
  }
}

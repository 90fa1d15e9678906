import type { Draft } from '../../contract/drafts.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { summaryOf } from './draft-summary.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import type { DraftView } from './engine/draft-view.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import { isTextFile } from './model/file-readings.ts'
import type { OverrideEntry } from './model/overrides.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'

/** What the handlers of drafts share: reading a draft, changing it, and saving the change. */
export type DraftWork = ReturnType<typeof createDraftWork>

/** The draft after an action, and the overrides that it changed. */
interface DoneAction {
  readonly draft: Draft
  readonly entries: readonly OverrideEntry[]
}

/** `onChange` is called before a change is announced. */
export function createDraftWork(
  storage: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  onChange: (id: string) => void,
) {
  const now = (): string => storage.clock.now().toISOString()
  const announce = (id: string | null): void => storage.announcer.announce('drafts.changed', id)
  const draftOf = (id: string): Draft => {
    const kept = loaded.savedDraft(id)
    const view = loaded.view(id)
    if (!view) throw new Error('The draft is not loaded')
    const { unsearchedVins: _internal, ...shown } = view
    const isSaved = repository.hasFile(id, shown.source.sizeBytes)
    const file = isTextFile(shown.source) ? (isSaved ? 'saved' : 'needed') : 'fixed'
    return { ...summaryOf(kept), ...shown, source: { ...shown.source, file }, ...repository.labels(id) }
  }
  const save = (id: string, view: DraftView, write: () => void): Draft => {
    try {
      write()
    } catch (error) {
      loaded.unload(id)
      throw error
    }
    onChange(id)
    loaded.setView(id, view)
    announce(id)
    return draftOf(id)
  }
  const perform = async (kept: SavedDraft, action: DraftAction): Promise<DoneAction> => {
    const { id } = kept
    const done = await loaded.threadOf(id).call('act', { action })
    if (!done.ok) return fail('invalid-input', done.message)
    const { entries, label } = done
    if (entries.length === 0) return { draft: draftOf(id), entries }
    const view = await loaded.withKnownVins(kept, done.view)
    return { draft: save(id, view, () => repository.addChange(id, label, entries, view.counts, now())), entries }
  }
  return {
    storage,
    repository,
    loaded,
    /** ISO 8601. */
    now,
    /** Says that a draft changed; null: several. */
    announce,
    /** A draft that is loaded. */
    draftOf,
    /** Saves what the thread of the draft already did. */
    save,
    /** Performs an action and saves it as one step that can be undone. Only within `withDraft`. */
    perform,
    act: async (id: string, action: DraftAction): Promise<Draft> =>
      (await loaded.withDraft(id, (kept) => perform(kept, action))).draft,
    /** Saves a change after which everything is checked again, for other customers. */
    async reloaded({ id }: SavedDraft, write: () => void): Promise<Draft> {
      write()
      onChange(id)
      await loaded.reload(id)
      const draft = draftOf(id)
      repository.setCounts(id, draft.counts)
      announce(id)
      return draft
    },
  }
}

import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import { changeLabels } from './engine/draft-text.ts'
import type { DraftView } from './engine/draft-view.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import { entryToSet, parseName, undoEntries, type OverrideEntry } from './model/overrides.ts'
import type { DraftChange } from './storage/draft-changes.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'

interface HistoryNeeds {
  readonly loaded: LoadedDrafts
  readonly repository: DraftRepository
  draftOf(id: string): Draft
  /** Saves what the worker already did. */
  save(id: string, view: DraftView, write: () => void): Draft
  /** Saves a change after which everything is checked again, for other customers. */
  reloaded(draft: SavedDraft, write: () => void): Promise<Draft>
  now(): string
}

/** Undo and redo, and the changes that check the whole draft again. */
export function createHistoryHandlers({ loaded, repository, draftOf, save, reloaded, now }: HistoryNeeds) {
  const { threadOf, withDraft } = loaded
  const setRegion = (id: string, region: Region): Promise<Draft> =>
    withDraft(id, async (kept) => {
      if (kept.region === region) return draftOf(id)
      const { name, after } = entryToSet(new Map(), { kind: 'region', region })
      const entry = { name, before: repository.override(id, name), after }
      const label = changeLabels.region(region)
      return reloaded(kept, () => repository.addChange(id, label, [entry], kept.counts, now()))
    })
  const moveInHistory = (id: string, find: (id: string) => DraftChange | null, undone: boolean): Promise<Draft> =>
    withDraft(id, async (kept) => {
      const change = find(id)
      if (!change) return fail('conflict', undone ? draftMessages.nothingToUndo : draftMessages.nothingToRedo)
      const entries: readonly OverrideEntry[] = undone ? undoEntries(change.entries) : change.entries
      if (changesRegion(entries)) {
        return reloaded(kept, () => repository.markChange(id, change.number, undone, entries, kept.counts, now()))
      }
      const view = await loaded.withKnownVins(kept, await threadOf(id).call('apply', { draftId: id, entries }))
      return save(id, view, () => repository.markChange(id, change.number, undone, entries, view.counts, now()))
    })

  return {
    setRegion: ({ id, region }) => setRegion(id, region),
    forgetColumns: ({ id }) =>
      withDraft(id, async (kept) => {
        const { remembered } = repository.facts(id)
        if (!remembered) return draftOf(id)
        const view = await loaded.withKnownVins(kept, await threadOf(id).call('forgetColumns', { draftId: id }))
        return save(id, view, () => repository.forgetColumns(id, kept.region, remembered.shape, now()))
      }),
    undo: ({ id }) => moveInHistory(id, (draftId) => repository.lastChange(draftId), true),
    redo: ({ id }) => moveInHistory(id, (draftId) => repository.nextUndone(draftId), false),
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}

/** Whether everything has to be checked again, for the customers of another region. */
const changesRegion = (entries: readonly OverrideEntry[]): boolean =>
  entries.some(({ name }) => parseName(name).kind === 'region')

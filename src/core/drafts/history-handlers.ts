import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import type { DraftWork } from './draft-work.ts'
import { changeLabels } from './engine/draft-text.ts'
import { entryToSet, parseName, undoEntries, type OverrideEntry } from './model/overrides.ts'

/** Undo and redo, and the changes that check the whole draft again. */
export function createHistoryHandlers({ loaded, repository, draftOf, save, reloaded, now }: DraftWork) {
  const { threadOf, withDraft } = loaded
  const setRegion = (id: string, region: Region): Promise<Draft> =>
    withDraft(id, async (kept) => {
      if (kept.region === region) return draftOf(id)
      const { name, after } = entryToSet(new Map(), { kind: 'region', region })
      const entry = { name, before: repository.override(id, name), after }
      const label = changeLabels.region(region)
      return reloaded(kept, () => repository.addChange(id, label, [entry], kept.counts, now()))
    })
  const moveInHistory = (id: string, undone: boolean): Promise<Draft> =>
    withDraft(id, async (kept) => {
      const change = repository.nextChange(id, !undone)
      if (!change) return fail('conflict', undone ? draftMessages.nothingToUndo : draftMessages.nothingToRedo)
      const entries: readonly OverrideEntry[] = undone ? undoEntries(change.entries) : change.entries
      if (changesRegion(entries)) {
        return reloaded(kept, () => repository.markChange(id, change.number, undone, entries, kept.counts, now()))
      }
      const view = await loaded.withKnownVins(kept, await threadOf(id).call('apply', { entries }))
      return save(id, view, () => repository.markChange(id, change.number, undone, entries, view.counts, now()))
    })

  return {
    setRegion: ({ id, region }) => setRegion(id, region),
    forgetColumns: ({ id }) =>
      withDraft(id, async (kept) => {
        const { remembered } = repository.facts(id)
        if (!remembered) return draftOf(id)
        const view = await loaded.withKnownVins(kept, await threadOf(id).call('forgetColumns', {}))
        return save(id, view, () => repository.forgetColumns(id, kept.region, remembered.shape, now()))
      }),
    undo: ({ id }) => moveInHistory(id, true),
    redo: ({ id }) => moveInHistory(id, false),
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}

/** Whether everything has to be checked again, for the customers of another region. */
const changesRegion = (entries: readonly OverrideEntry[]): boolean =>
  entries.some(({ name }) => parseName(name).kind === 'region')

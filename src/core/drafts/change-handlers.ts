import { randomUUID } from 'node:crypto'
import { GridColumns } from '../../contract/grid-columns.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import { summaryOf } from './draft-summary.ts'
import type { DraftWork } from './draft-work.ts'
import { addedRowsOf } from './engine/added-rows.ts'
import type { SavedDraft } from './storage/draft-repository.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

const gridSetting = 'drafts.grid'

/** The grid of drafts, changes of many of its cells, the export of the rows, and names and copies of drafts. */
export function createChangeHandlers(
  { act, announce, draftOf, loaded, now, perform, repository, storage }: DraftWork,
  setRegion: DomainHandlers<'drafts', AbortSignal>['setRegion'],
) {
  const { database } = storage
  const { threadOf, withDraft } = loaded

  /** Copies a draft as "March (copy)", with another word for "copy". */
  const copyOf = (id: string, word?: string): Promise<SavedDraft> =>
    loaded.inTurn(id, async () => {
      const { copyDraft, copyName } = await import('./storage/copy-draft.ts')
      const saved = loaded.savedDraft(id)
      const taken = new Set(repository.list(saved.connectionId).map(({ name }) => name))
      const copy = { id: randomUUID(), name: copyName(saved.name, taken, word), at: now() }
      await copyDraft(database, repository, id, copy)
      announce(copy.id)
      return loaded.savedDraft(copy.id)
    })

  return {
    async gridColumns() {
      const saved = readSetting(database, gridSetting)
      // Columns that cannot be read are those of the beginning: nothing else depends on them.
      const columns = GridColumns.safeParse(saved === null ? null : JSON.parse(saved))
      return columns.success ? columns.data : GridColumns.parse({ hidden: [], headers: [] })
    },
    async setGridColumns(columns) {
      writeSetting(database, gridSetting, JSON.stringify(columns))
      return columns
    },
    previewCells: ({ id, ...input }) =>
      withDraft(id, async () => {
        const preview = await threadOf(id).call('previewCells', input)
        return 'list' in preview ? preview : fail('invalid-input', preview.refused)
      }),
    create: async () => {
      const { createByHand } = await import('./create-by-hand.ts')
      const id = await createByHand(storage, repository, loaded)
      return withDraft(id, async () => draftOf(id))
    },
    addRows: async ({ id, count }) => {
      const { draft, entries } = await withDraft(id, (kept) => perform(kept, { kind: 'add-rows', count }))
      return { draft, rows: addedRowsOf(entries) }
    },
    removeRows: ({ id, rows }) => act(id, { kind: 'remove-rows', rows }),
    changeCells: ({ id, change, withRefused }) => act(id, { kind: 'cells', change, withRefused }),
    export: ({ id, format, rows }) =>
      withDraft(id, ({ name }) => threadOf(id).call('exportSheet', { name, format, rows })),
    rename: ({ id, name }) =>
      withDraft(id, async () => {
        repository.rename(id, name, now())
        announce(id)
        return draftOf(id)
      }),
    duplicate: async ({ id }) => summaryOf(await copyOf(id)),
    async moveRows({ id, region }, signal) {
      const found = await withDraft(id, () => threadOf(id).call('rowsOfOtherRegion', {}))
      if (!found || found.region !== region) return fail('conflict', draftMessages.noRowsToMove)
      const { rows, others, included } = found
      // The copy first: when the program ends in between, no row is missing from both drafts.
      const copy = await copyOf(id, regionNames[region])
      if (others.length > 0) await act(copy.id, { kind: 'exclude', rows: others, excluded: true })
      await setRegion({ id: copy.id, region }, signal)
      const draft = await act(id, { kind: 'exclude', rows, excluded: true })
      return { draft, moved: { id: copy.id, name: copy.name, rows: included } }
    },
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}

/** Methods that are one action of the engine each. */
export const createActionHandlers = (act: DraftWork['act']) =>
  ({
    setColumn: ({ id, index, target }) => act(id, { kind: 'column', index, target }),
    setOtherColumns: ({ id, target }) => act(id, { kind: 'other-columns', target }),
    setDateOrder: ({ id, index, order }) => act(id, { kind: 'date-order', index, order }),
    setDefaultState: ({ id, state }) => act(id, { kind: 'default-state', state }),
    setContactChoice: ({ id, index, choice }) => act(id, { kind: 'contact', index, choice }),
    setContactNotes: ({ id, keys, excluded }) => act(id, { kind: 'notes', keys, excluded }),
    setValue: ({ id, ...value }) => act(id, { kind: 'value', ...value }),
    setSkipped: ({ id, rows, skipped }) => act(id, { kind: 'skip', rows, skipped }),
    setKnownCustomers: ({ id, choice }) => act(id, { kind: 'known-customers', choice }),
    setReading: ({ id, row, other }) => act(id, { kind: 'reading', row, other }),
    setKnownVins: ({ id, choice }) => act(id, { kind: 'known-vins', choice }),
    editCell: ({ id, row, field, value }) => act(id, { kind: 'cell', row, field, value }),
    fixGroup: ({ id, group, value }) => act(id, { kind: 'fix-group', group, ...(value !== undefined && { value }) }),
    exclude: ({ id, rows, excluded }) => act(id, { kind: 'exclude', rows, excluded }),
    excludeGroup: ({ id, group }) => act(id, { kind: 'exclude-group', group }),
    excludeErrors: ({ id }) => act(id, { kind: 'exclude-errors' }),
  }) satisfies Partial<DomainHandlers<'drafts', AbortSignal>>

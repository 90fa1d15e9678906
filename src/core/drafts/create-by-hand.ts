import { randomUUID } from 'node:crypto'
import { requireConnection } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import { draftMessages } from './draft-messages.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import type { DraftRepository } from './storage/draft-repository.ts'
import { CustomerField } from '../../contract/draft-rows.ts'
import type { Region } from '../../contract/region.ts'
import { sheetHeaders } from './engine/draft-text.ts'
import { packRows, type RowBlock } from './storage/row-blocks.ts'
import { entryToSet, type OverrideEntry } from './model/overrides.ts'
import type { SourceFacts } from './model/draft-source.ts'

/** Creates a draft without a file, with one blank row. Returns its id. */
export async function createByHand(
  { announcer, clock, connections }: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
): Promise<string> {
  const { id: connectionId, region } = requireConnection({ connections })
  const id = randomUUID()
  const thread = loaded.threadOf(id)
  const createdAt = clock.now().toISOString()
  try {
    const against = await loaded.checkedAgainst(connectionId, region)
    const { blocks, facts, entries } = emptyTable(region)
    const overrides = entries.map(({ name, after }) => ({ name, value: after ?? '' }))
    repository.begin({ id, connectionId, region, fileName: '', createdAt })
    for (const block of blocks) await repository.addBlock(id, block)
    const { context, knownKeys } = against
    await thread.call('blocks', { blocks })
    const view = await thread.call('load', { facts, overrides, context, knownKeys })
    repository.finish(id, facts, entries, view.counts)
    repository.setStep(id, 'check', createdAt)
    repository.rename(id, draftMessages.byHand, createdAt)
    loaded.register(id, view, against)
  } catch (error) {
    loaded.unload(id)
    repository.remove(id)
    throw error
  }
  announcer.announce('drafts.changed', id)
  return id
}

/** What is saved of a draft without a file: a sheet with the names of the columns, and the first row to fill in. */
function emptyTable(region: Region): {
  readonly facts: SourceFacts
  readonly blocks: readonly RowBlock[]
  readonly entries: readonly OverrideEntry[]
} {
  const fields = CustomerField.options.filter((field) => field !== 'state' || region === 'au')
  const header = fields.map((field) => sheetHeaders[field])
  return {
    facts: {
      kind: 'by-hand',
      sizeBytes: 0,
      encoding: null,
      delimiter: null,
      notes: [],
      sheets: [{ name: '', hidden: false, merges: [], notes: [], rowCount: 1 }],
      remembered: null,
    },
    // Without values, no column would be recognised.
    entries: [
      entryToSet(new Map(), { kind: 'header-row', headerRow: 1 }),
      ...fields.map((target, column) => entryToSet(new Map(), { kind: 'target', column, target })),
      entryToSet(new Map(), { kind: 'added', number: 1, present: true }),
    ],
    blocks: [...packRows(0, [{ row: 1, cells: header }])],
  }
}

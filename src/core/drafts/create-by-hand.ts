import { randomUUID } from 'node:crypto'
import { requireConnection } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import { draftMessages } from './draft-messages.ts'
import { emptyTable } from './empty-table.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import type { DraftRepository } from './storage/draft-repository.ts'

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
    await thread.call('blocks', { draftId: id, blocks })
    const view = await thread.call('load', { draftId: id, facts, overrides, context, knownKeys })
    repository.finish(id, facts, entries, view.counts)
    repository.setStep(id, 'check', createdAt)
    repository.rename(id, draftMessages.byHand, createdAt)
    loaded.register(id, view, against)
  } catch (error) {
    loaded.forget(id)
    repository.remove(id)
    throw error
  }
  announcer.announce('drafts.changed', id)
  return id
}

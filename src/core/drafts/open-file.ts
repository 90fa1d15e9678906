import { randomUUID } from 'node:crypto'
import { requireConnection } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { ThreadLostError } from './worker/draft-thread.ts'
import type { RowBlock } from './storage/row-blocks.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DraftRepository } from './storage/draft-repository.ts'
import { draftMessages } from './draft-messages.ts'
import { failOutOfMemory, type LoadedDrafts } from './loaded-drafts.ts'

/**
 * Creates a draft from a file: the worker reads it, and its rows are saved block by block before the id is returned.
 * Throws `invalid-input` when the file cannot be read; nothing of it is then saved.
 */
export async function openFile(
  storage: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  intake: FileIntake,
  fileId: string,
): Promise<string> {
  const { announcer, clock, connections } = storage
  const { thread } = loaded
  const { id: connectionId, region } = requireConnection({ connections })
  const { name, bytes } = intake.take(fileId)
  const id = randomUUID()
  const report = (part: number, words: string): void => announcer.announce('drafts.progressed', fileId, { part, words })
  const against = await loaded.checkedAgainst(connectionId, region)
  const { context, knownKeys } = against
  const own = new Uint8Array(ownBuffer(bytes))
  const keepBlock = async (block: RowBlock, written: number): Promise<void> => {
    repository.addBlock(id, block)
    report(0.8 + 0.2 * (1 - 1 / (written + 2)), draftMessages.saving)
  }
  try {
    const answer = await thread.call(
      'open',
      { draftId: id, name, bytes: own, context, knownKeys, templates: repository.templates(region) },
      { transfer: [own.buffer], onProgress: ({ part, words }) => report(part * 0.8, words) },
    )
    if (!answer.ok) return fail('invalid-input', answer.problem.message, { next: answer.problem.next })
    repository.begin({ id, connectionId, region, fileName: name, createdAt: clock.now().toISOString() })
    let block = await thread.call('takeBlock', { draftId: id })
    for (let written = 0; block; written += 1) {
      // The worker packs the next block while this one is written.
      const next = thread.call('takeBlock', { draftId: id })
      const [packed] = await Promise.all([next, keepBlock(block, written)])
      block = packed
    }
    repository.finish(id, answer.facts, answer.entries, answer.view.counts)
    loaded.register(id, answer.view, against)
  } catch (error) {
    repository.remove(id)
    if (error instanceof ThreadLostError) {
      const { message, next } = draftMessages.interrupted
      return error.outOfMemory ? failOutOfMemory() : fail('conflict', message, { next })
    }
    loaded.forget(id)
    throw error
  }
  report(1, draftMessages.done)
  announcer.announce('drafts.changed', id)
  return id
}

/** The file's bytes in a separate buffer, which can be transferred to the worker. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return buffer
  return new Uint8Array(bytes).buffer
}

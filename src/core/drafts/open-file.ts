import { randomUUID } from 'node:crypto'
import { requireConnection } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { ThreadLostError } from './worker/draft-thread.ts'
import type { RowBlock } from './storage/row-blocks.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DraftStore } from './storage/draft-repository.ts'
import { tooLarge, type LoadedDrafts } from './loaded-drafts.ts'

/**
 * Makes a draft of a file that entered: read in the thread, kept block by block, and whole before its id is given. Throws `invalid-input` when the
 * file cannot be read; nothing of it is then left.
 */
export async function openFile(
  storage: OpenStorage,
  store: DraftStore,
  loaded: LoadedDrafts,
  intake: FileIntake,
  fileId: string,
): Promise<string> {
  const { announcer, clock, connections } = storage
  const { thread } = loaded
  const { id: connectionId, region } = requireConnection({ connections })
  const { name, bytes } = intake.take(fileId)
  const id = randomUUID()
  const tell = (part: number, words: string): void => announcer.announce('drafts.progressed', fileId, { part, words })
  const against = await loaded.checkedAgainst(connectionId, region)
  const { context, knownKeys } = against
  const own = new Uint8Array(ownBuffer(bytes))
  const keepBlock = async (block: RowBlock, written: number): Promise<void> => {
    store.addBlock(id, block)
    tell(0.8 + 0.2 * (1 - 1 / (written + 2)), 'Saving the draft')
  }
  try {
    const answer = await thread.call(
      'open',
      { draftId: id, name, bytes: own, context, knownKeys, templates: store.templates(region) },
      { transfer: [own.buffer], onProgress: ({ part, words }) => tell(part * 0.8, words) },
    )
    if (!answer.ok) return fail('invalid-input', answer.problem.message, { next: answer.problem.next })
    store.begin({ id, connectionId, region, fileName: name, createdAt: clock.now().toISOString() })
    let block = await thread.call('takeBlock', { draftId: id })
    for (let written = 0; block; written += 1) {
      // The thread packs the next block while this one is written.
      const next = thread.call('takeBlock', { draftId: id })
      const [packed] = await Promise.all([next, keepBlock(block, written)])
      block = packed
    }
    store.finish(id, answer.facts, answer.entries, answer.view.counts)
    loaded.hold(id, answer.view, against)
  } catch (error) {
    store.remove(id)
    if (error instanceof ThreadLostError) tooLarge()
    loaded.forget(id)
    throw error
  }
  tell(1, 'Done')
  announcer.announce('drafts.changed', id)
  return id
}

/** The file's bytes in a buffer of their own, which can be handed to the thread without a copy. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return buffer
  return new Uint8Array(bytes).buffer
}

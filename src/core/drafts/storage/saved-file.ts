import type { PlainLayout } from '../model/draft-source.ts'
import { PlainTextWriter } from '../reading/write-plain-text.ts'
import { decompressBlock } from '../../database/block-codec.ts'
import type { DraftRepository } from './draft-repository.ts'
import { unpackFilePart } from './file-parts.ts'

/** The bytes of a draft's file that is saved beside its rows, in parts. */
export function* savedParts(repository: DraftRepository, id: string): Generator<Uint8Array, undefined> {
  for (let number = 0; ; number += 1) {
    const part = repository.filePart(id, number)
    if (!part) return
    yield unpackFilePart(part)
  }
}

/** The bytes of a draft's plain text file, written again from its rows block by block. */
export function* writtenParts(
  repository: DraftRepository,
  id: string,
  layout: PlainLayout,
): Generator<Uint8Array, undefined> {
  const writer = new PlainTextWriter(layout)
  for (let block = -1; ; block += 1) {
    const [stored] = repository.blocksAfter(id, 0, block, 1)
    // Later sheets are other readings of the same file.
    const rows = stored?.sheet === 0 ? decompressBlock(stored.rows) : null
    if (!rows) break
    yield writer.write(rows)
  }
  const end = writer.end()
  if (end.byteLength > 0) yield end
}

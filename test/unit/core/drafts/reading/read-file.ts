import type { TextForm } from '../../../../../src/contract/table-choices.ts'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readWhole, type FileAnswer } from '../../../../../src/core/drafts/reading/file-read.ts'
import { waysToRead } from '../../../../../src/core/drafts/reading/read-file.ts'

/** Reads a whole spreadsheet into memory. */
export async function readFile(name: string, bytes: Uint8Array, form?: TextForm): Promise<FileAnswer> {
  for (const way of waysToRead(name, bytes, form)) {
    const answer = await readWhole(way(createContentMeter()))
    if (answer) return answer
  }
  throw new Error('No way to read the file is left')
}

import { createHash } from 'node:crypto'

/** A digest of a text in the form in which runs of records have theirs. */
export const runDigestOf = (text: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(createHash('sha1').update(text).digest()).buffer, 0, 4)

import type { Failure } from '../../contract/result.ts'

/** A failure of the program as sentences: what happened, what was kept, what to do. */
export const sentencesOf = ({ message, kept, next, reference }: Failure): string =>
  [message, kept, next, reference === undefined ? undefined : `Reference: ${reference}`]
    .filter((sentence) => sentence !== undefined)
    .join(' ')

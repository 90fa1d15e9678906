import { hkdfSync } from 'node:crypto'
import { createIsMarked, type IsPerson } from '../../privacy/person.ts'
import { keysOfTeamEntry } from '../../privacy/team-rows.ts'
import type { KeyRing } from './team-keys.ts'

/**
 * The key of the hashes that recognise erased persons, as `core/privacy/person.ts` makes them. It is derived from the first key
 * of the team, which every member has, so that all PCs make the same hashes.
 */
export function personMarkKey(teamId: string, ring: KeyRing): Buffer {
  const first = [...ring.values()].find(({ version }) => version === 1)
  if (!first) throw new Error('The first key of the team is missing')
  return Buffer.from(hkdfSync('sha256', first.key, teamId, 'forecourt team erased persons', 32))
}

/** The persons who were deleted everywhere, by their hashes with that key. */
export interface PersonMarks {
  readonly hashes: readonly string[]
  readonly key: Uint8Array
}

/** Null: nobody was deleted. */
export const isMarkedPerson = (marks: PersonMarks | null): IsPerson | null =>
  marks && createIsMarked(new Set(marks.hashes), marks.key)

/** Whether the text of an entry is about a person who was deleted. */
export function createIsErased(marks: PersonMarks | null): (text: string) => boolean {
  const isMarked = isMarkedPerson(marks)
  return (text) => isMarked?.(keysOfTeamEntry(text)) ?? false
}

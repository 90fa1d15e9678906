import { hkdfSync } from 'node:crypto'
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

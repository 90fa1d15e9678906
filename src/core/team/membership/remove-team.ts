import type { Database } from '../../database/database.ts'
import { deleteInPieces } from '../../database/delete-in-pieces.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import type { Vault } from '../../ports/vault.ts'
import { clearTeamLog } from '../log/log-repository.ts'
import { changeMembership, readMembership, saveMembership } from './membership-state.ts'
import { removeSecrets } from './team-secrets.ts'

export interface RemoveTeamParts {
  readonly database: Database
  readonly keychain: Vault | null
  readonly log: Log
  /** The program closes: the next start continues. */
  readonly closing: AbortSignal
}

/** What can be long: removed in short transactions before the rest. */
const longTables = ['sighting_entry WHERE team_pc IS NOT NULL', 'team_changed', 'team_entry']

/**
 * Removes the team from this PC: what was received, its secrets, and last the membership, by which a start continues what was
 * interrupted. The team must be closed.
 */
export async function removeTeam({ database, keychain, log, closing }: RemoveTeamParts): Promise<void> {
  const membership = readMembership(database)
  if (!membership) return
  changeMembership(database, { leaving: 'removing' })
  for (const rows of longTables) {
    if (!(await deleteInPieces(database, `DELETE FROM ${rows} LIMIT ?`, [], { signal: closing }))) return
  }
  clearTeamLog(database)
  if (keychain && membership.secretParts > 0) {
    const isDone = await removeSecrets(keychain, membership.secretsName, membership.secretParts).catch(
      (error: unknown) => {
        log.write('error', 'team.keys-not-removed', errorFields(error))
        return true
      },
    )
    if (!isDone) log.write('warning', 'team.keys-not-removed')
  }
  saveMembership(database, null)
}

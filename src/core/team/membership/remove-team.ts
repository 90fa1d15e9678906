import type { Database } from '../../database/database.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import type { Vault } from '../../ports/vault.ts'
import { runInSlicesWhile, type Steps } from '../../scheduling/in-slices.ts'
import { clearTeamLog } from '../log/log-repository.ts'
import { noteRanges } from '../log/note-ranges.ts'
import { changeMembership, readMembership, saveMembership } from './membership-state.ts'
import { removeSecrets } from './team-secrets.ts'

export interface RemoveTeamParts {
  readonly database: Database
  readonly keychain: Vault | null
  readonly log: Log
  /** The program closes: the next start continues. */
  isClosing(): boolean
}

/** Rows of one transaction. */
const rowsAtOnce = 200

/**
 * Removes the log of a team and the work of the others, as `clearTeamLog` does, in short transactions. The team must be closed. It can be
 * ended at any moment and run again.
 */
export function* clearTeamLogInSteps(database: Database): Steps<void> {
  for (const range of noteRanges(database)) {
    database.run('DELETE FROM sighting_entry WHERE number > ? AND number <= ? AND team_pc IS NOT NULL', range)
    yield
  }
  for (const table of ['team_changed', 'team_entry']) {
    for (let removed = 1; removed > 0;) {
      const remove = (): number => database.run(`DELETE FROM ${table} LIMIT ${rowsAtOnce}`).changes
      removed = database.transaction(remove, 'later')
      yield
      database.moveLog()
      yield
    }
  }
  clearTeamLog(database)
}

/**
 * Removes the team from this PC: what was received, its secrets, and last the membership, by which a start continues what was
 * interrupted. The team must be closed.
 */
export async function removeTeam({ database, keychain, log, isClosing }: RemoveTeamParts): Promise<void> {
  const membership = readMembership(database)
  if (!membership) return
  changeMembership(database, { leaving: 'removing' })
  await runInSlicesWhile(clearTeamLogInSteps(database), () => !isClosing())
  if (isClosing()) return
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

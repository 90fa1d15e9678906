import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { accountKey } from '../../connections/account-key.ts'

/** The connections whose work is shared, by the name that entries have for their account. */
export type WorkAccounts = ReturnType<typeof createWorkAccounts>

interface ConnectionRow {
  readonly id: string
  readonly kind: 'account' | 'practice'
  readonly baseUrl: string
}

/** In one statement: some five milliseconds. */
const entriesAtOnce = 1_000
const mostAccounts = 100

/** The accounts that the log was applied to, as JSON. */
const appliedSetting = 'team.work.accounts'

/** `kind`: a team of practice shares the work of practice, any other team that of accounts. */
export function createWorkAccounts(database: Database, kind: 'account' | 'practice') {
  let rows: readonly ConnectionRow[] = []
  const accountOfRow = ({ baseUrl }: ConnectionRow, region: Region): string => accountKey({ kind, baseUrl }, region)
  let scopes = new Map<string, readonly ConnectionRegion[]>()
  const readScopes = (account: string): readonly ConnectionRegion[] =>
    rows.flatMap((row) => {
      const region = Region.options.find((each) => accountOfRow(row, each) === account)
      return region ? [{ connectionId: row.id, region }] : []
    })
  const applied = (): string => JSON.stringify(rows.map(({ id, baseUrl }) => `${id} ${baseUrl}`))

  return {
    /** Null: the work of this connection is not shared. */
    accountOf({ connectionId, region }: { readonly connectionId: string; readonly region: string }): string | null {
      const row = rows.find(({ id }) => id === connectionId)
      const known = Region.safeParse(region)
      return row && known.success ? accountOfRow(row, known.data) : null
    },
    /** The connections of this PC to an account, the oldest first. */
    scopesOf(account: string): readonly ConnectionRegion[] {
      const known = scopes.get(account)
      if (known) return known
      const read = readScopes(account)
      // Members can name any account.
      if (scopes.size < mostAccounts) scopes.set(account, read)
      return read
    },
    /** Reads the connections again. */
    refresh(): void {
      scopes = new Map()
      rows = database.all<ConnectionRow>(
        'SELECT id, kind, base_url AS baseUrl FROM connection WHERE removed = 0 AND kind = ? ORDER BY created_at, id',
        [kind],
      )
    },
    /** Notes what the log has about an account that is new here: it is to be applied. Stops when `isOpen` no longer holds. */
    async noteNew(isOpen: () => boolean): Promise<void> {
      if (readSetting(database, appliedSetting) === applied()) return
      const now = applied()
      for (const { device, head } of database.all<{ device: string; head: number }>(
        'SELECT device, head FROM team_device',
      )) {
        for (let after = 0; after < head; after += entriesAtOnce) {
          database.run(
            `INSERT INTO team_changed (subject) SELECT DISTINCT subject FROM team_entry
             WHERE device = ? AND n > ? AND n <= ? AND kind IN ('outcome', 'do-not-contact', 'view') AND subject IS NOT NULL
             ON CONFLICT DO NOTHING`,
            [device, after, after + entriesAtOnce],
          )
          await yieldToEventLoop()
          if (!isOpen()) return
        }
      }
      writeSetting(database, appliedSetting, now)
    },
  }
}

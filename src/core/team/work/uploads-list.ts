import type { MethodOutput } from '../../../contract/methods.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { serviceOfAccount } from '../../connections/account-key.ts'
import { nameKey } from '../../people/name-key.ts'
import type { WorkAccounts } from './work-accounts.ts'

interface UploadRow {
  readonly id: string
  readonly device: string
  readonly isOwn: number
  readonly pcName: string
  readonly at: string
  readonly personId: string | null
  readonly personName: string | null
  readonly account: string
  readonly region: Region
  readonly name: string
  readonly fileName: string
  readonly rows: number
  readonly created: number
  readonly finished: number
}

interface Parts {
  readonly database: Database
  readonly accounts: Pick<WorkAccounts, 'scopesOf'>
  /** Empty: not known. */
  nameOfPc(device: string): string
}

/** A page of the uploads of all PCs, newest first. */
export function listTeamUploads(
  { database, accounts, nameOfPc }: Parts,
  { person, offset, limit }: { readonly person: string | null; readonly offset: number; readonly limit: number },
): MethodOutput<'teamWork.uploads'> {
  const written = database.values<string>(
    "SELECT coalesce(person_name, '') FROM team_upload GROUP BY 1 ORDER BY max(at) DESC",
  )
  const people = new Map(written.toReversed().map((name) => [nameKey(name), name.trim()]))
  const wanted = person === null ? null : JSON.stringify(written.filter((name) => nameKey(name) === nameKey(person)))
  const isOfPerson = "($wanted IS NULL OR coalesce(person_name, '') IN (SELECT value FROM json_each($wanted)))"
  const total = database.value<number>(`SELECT count(*) FROM team_upload WHERE ${isOfPerson}`, { wanted })
  const rows = database.all<UploadRow>(
    `SELECT id, device, is_own AS isOwn, pc_name AS pcName, at, person_id AS personId, person_name AS personName, account, region, name,
       file_name AS fileName, rows, created, finished
     FROM team_upload WHERE ${isOfPerson} ORDER BY at DESC, device, id LIMIT $limit OFFSET $offset`,
    { wanted, limit, offset },
  )
  const connectionName = (account: string): string => {
    const [scope] = accounts.scopesOf(account)
    const known = scope && database.value<string>('SELECT name FROM connection WHERE id = ?', [scope.connectionId])
    return known ?? serviceOfAccount(account)
  }
  return {
    hasTeam: true,
    total: total ?? 0,
    people: [...people.values()].toSorted((one, other) => one.localeCompare(other, 'en')),
    uploads: rows.map(({ isOwn, finished, personId, personName, account, ...row }) => ({
      ...row,
      // An upload can be listed before the name of its PC has arrived.
      pcName: nameOfPc(row.device) || row.pcName,
      person: personName === null ? null : { id: personId ?? '', name: personName },
      finished: finished === 1,
      isThisPc: isOwn === 1,
      connectionName: connectionName(account),
    })),
  }
}

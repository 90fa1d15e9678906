import { createPostgresServer } from '../../src/core/team/server/postgres-server.ts'
import { readServerAddress, type ServerAddress } from '../../src/core/team/server/server-address.ts'
import type { TeamServer } from '../../src/core/team/team-server.ts'

export function parsedAddress(text: string): ServerAddress {
  const answer = readServerAddress(text)
  if (!answer.ok) throw new Error(answer.reason.message)
  return answer.address
}

export const connectPc = (team: string, address: string, certificates: string | null = null): TeamServer =>
  createPostgresServer({ team, address: parsedAddress(address), certificates })

/** The failure of a call; null: it succeeded. An error that is no failure is given as it is. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error as { readonly failure?: unknown }).failure ?? error,
  )

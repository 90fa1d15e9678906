import { Client } from 'pg'
import type { Outbox } from '../src/core/team/sync/local-side.ts'
import { readServerAddress, type ServerAddress } from '../src/core/team/server/server-address.ts'

/** As large as a call note with its signature. */
export const bodyBytes = 300
/** PCs of a made team. */
export const devices = 50

/** The outbox of a PC that writes nothing. */
export const emptyOutbox = (device: string): Outbox => ({
  device: () => device,
  head: () => 0,
  pushed: () => 0,
  setPushed: () => {},
  read: () => [],
  startNewDevice: () => {},
})

/** An address that is known to be valid. */
export const parsed = (text: string): ServerAddress => {
  const answer = readServerAddress(text)
  if (!answer.ok) throw new Error(answer.reason.message)
  return answer.address
}

export async function withClient<Value>(address: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

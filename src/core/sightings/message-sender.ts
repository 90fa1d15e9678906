import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { readJsonSetting, writeSetting } from '../database/settings.ts'

/** Who signs the messages. An unknown value is empty. */
export interface Sender {
  readonly dealership: string
  readonly salesperson: string
}

const settingName = 'sightings.senders'
const Senders = z.record(z.string(), z.object({ dealership: z.string(), salesperson: z.string() }))

/** The sender of each connection: two connections are often two dealerships. */
export type MessageSenders = ReturnType<typeof createMessageSenders>

export function createMessageSenders(database: Database) {
  const all = (): z.infer<typeof Senders> => readJsonSetting(database, settingName, Senders) ?? {}
  const save = (senders: z.infer<typeof Senders>): void => {
    writeSetting(database, settingName, JSON.stringify(senders))
  }
  const get = (connectionId: string): Sender => all()[connectionId] ?? { dealership: '', salesperson: '' }

  return {
    get,
    set(connectionId: string, changes: { [K in keyof Sender]?: string | undefined }): void {
      const { dealership, salesperson } = get(connectionId)
      const changed = {
        dealership: changes.dealership ?? dealership,
        salesperson: changes.salesperson ?? salesperson,
      }
      save({ ...all(), [connectionId]: changed })
    },
    forgetConnection(connectionId: string): void {
      const { [connectionId]: removed, ...others } = all()
      if (removed) save(others)
    },
  }
}

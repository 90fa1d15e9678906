import type { ConnectionState } from '../../contract/connections.ts'
import type { ProgramClient } from '../bridge/program-client.ts'
import { callsNeeded, usageText, type ManyCalls } from './usage-text.ts'
import { useUsage } from './useUsage.ts'

/** The warning before many calls: the service accepts fewer than these records need. Null: enough, or not known. */
export type FewCalls = (action: ManyCalls, records: number) => string | null

export function useFewCalls(client: ProgramClient, connection: () => ConnectionState['current']): FewCalls {
  const usage = useUsage(client, () => connection()?.id ?? null)
  return (action, records) => {
    const left = usage.value?.callsLeft
    const current = connection()
    if (!left || !current) return null
    const needed = callsNeeded(action, records, current.advanced)
    return left.remaining < needed ? usageText.fewCalls(left, needed, action) : null
  }
}

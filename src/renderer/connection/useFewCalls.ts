import type { ConnectionState } from '../../contract/connections.ts'
import { callsNeeded, usageText, type ManyCalls } from './usage-text.ts'
import { useUsage } from './useUsage.ts'

/** The warning before many calls: the service accepts fewer than these records need. Null: enough, or not known. */
export type FewCalls = (action: ManyCalls, records: number) => string | null

export function useFewCalls(connection: () => ConnectionState['current']): FewCalls {
  const usage = useUsage(() => connection()?.id ?? null)
  return (action, records) => {
    const left = usage.value?.callsLeft
    const current = connection()
    if (!left || !current) return null
    const needed = callsNeeded(action, records, current.advanced)
    return left.remaining < needed ? usageText.fewCalls(left, needed, action) : null
  }
}

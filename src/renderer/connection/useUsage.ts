import type { ConnectionState } from '../../contract/connections.ts'
import { useQuery } from '../bridge/useQuery.ts'
import { callsNeeded, usageText, type ManyCalls } from './usage-text.ts'

/** What a connection has used this month, kept up to date; null until it is known. */
export function useUsage(connectionId: () => string | null) {
  const query = useQuery('connections.usage', {
    input: () => {
      const id = connectionId()
      return id === null ? null : { id }
    },
    refreshOn: ['usage.changed', 'uploads.changed', 'connections.changed'],
    minGapMs: 1_000,
  })
  return query.data
}

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

import { useQuery } from '../bridge/useQuery.ts'

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

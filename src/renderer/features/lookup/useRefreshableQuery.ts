import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type Query, useQuery } from '../../bridge/useQuery.ts'

type RefreshableMethod = 'lookup.search' | 'lookup.status'

/** A query whose saved result is reused while it is young enough. */
export function useRefreshableQuery<M extends RefreshableMethod>(
  method: M,
  input: () => Omit<MethodInput<M>, 'refresh' | 'opening'> | null,
): Query<MethodOutput<M>> & { lookUpAgain(): Promise<void> } {
  const client = useClient()
  /** What the user asked for next; without it, the query opens with its screen. */
  let asked: 'retry' | 'again' | null = null
  const query = useQuery(
    (given: Omit<MethodInput<M>, 'refresh' | 'opening'>) => {
      // A search is never charged.
      const opening = method === 'lookup.status' && { opening: asked === null }
      const refresh = asked === 'again'
      asked = null
      return client.read(method, { ...given, refresh, ...opening } as MethodInput<M>)
    },
    { input },
  )
  return {
    ...query,
    refresh() {
      asked = 'retry'
      return query.refresh()
    },
    /** Looks it up at the service, whatever the age of the saved result. */
    lookUpAgain() {
      asked = 'again'
      return query.refresh()
    },
  }
}

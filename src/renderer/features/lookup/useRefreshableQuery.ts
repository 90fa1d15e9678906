import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type Query, useQuery } from '../../bridge/useQuery.ts'

type RefreshableMethod = 'lookup.search' | 'lookup.status'
type GivenInput<M extends RefreshableMethod> = Omit<MethodInput<M>, 'refresh' | 'opening' | 'returning'>

/**
 * A query whose saved result is reused while it is young enough, and whatever its age when the user comes back to its screen
 * (`returning`).
 */
export function useRefreshableQuery<M extends RefreshableMethod>(
  method: M,
  input: () => GivenInput<M> | null,
  returning = false,
): Query<MethodOutput<M>> & { lookUpAgain(): Promise<void> } {
  const client = useClient()
  /** What the user asked for next; without it, the query opens with its screen. */
  let asked: 'retry' | 'again' | null = null
  const query = useQuery(
    (given: GivenInput<M>) => {
      // A search is never charged.
      const opening = method === 'lookup.status' && { opening: asked === null, returning: returning && asked === null }
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

import type { Refresh } from '../../../contract/lookup.ts'
import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type Query, useQuery } from '../../bridge/useQuery.ts'

type RefreshableMethod = 'lookup.search' | 'lookup.status'
type GivenInput<M extends RefreshableMethod> = Omit<MethodInput<M>, 'refresh'>

/** A query whose saved result is reused while it is young enough. `first`: how it opens with its screen. */
export function useRefreshableQuery<M extends RefreshableMethod>(
  method: M,
  input: () => GivenInput<M> | null,
  first: Refresh = false,
): Query<MethodOutput<M>> & { lookUpAgain(): Promise<void> } {
  const client = useClient()
  let next = first
  const query = useQuery(
    (given: GivenInput<M>) => {
      const refresh = next
      next = first
      return client.read(method, { ...given, refresh } as MethodInput<M>)
    },
    { input },
  )
  return {
    ...query,
    /** The user asks for it after a failure. */
    refresh() {
      next = false
      return query.refresh()
    },
    /** Looks it up at the service, whatever the age of the saved result. */
    lookUpAgain() {
      next = true
      return query.refresh()
    },
  }
}

import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type Query, useQuery } from '../../bridge/useQuery.ts'

type RefreshableMethod = 'lookup.search' | 'lookup.status'

/** A query whose saved result is reused while it is young enough. */
export function useRefreshableQuery<M extends RefreshableMethod>(
  method: M,
  input: () => Omit<MethodInput<M>, 'refresh'> | null,
): Query<MethodOutput<M>> & { lookUpAgain(): Promise<void> } {
  const client = useClient()
  let isForced = false
  const query = useQuery(
    (given: Omit<MethodInput<M>, 'refresh'>) => {
      const refresh = isForced
      isForced = false
      return client.read(method, { ...given, refresh } as MethodInput<M>)
    },
    { input },
  )
  return {
    ...query,
    /** Looks it up at the service, whatever the age of the saved result. */
    lookUpAgain() {
      isForced = true
      return query.refresh()
    },
  }
}

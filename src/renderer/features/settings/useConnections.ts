import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Connection, ConnectionState, ConnectionTest, Credentials } from '../../../contract/connections.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { providedState } from '../../ui/provided-state.ts'

/** Calls to the service cause no event while it keeps answering, so the time of the last response is read again. */
const everyMs = 10_000

/** Runs `refresh` now, and again and again while the caller lives. */
export function useFreshState(refresh: () => Promise<unknown>): void {
  void refresh()
  const timer = setInterval(() => void refresh(), everyMs)
  onScopeDispose(() => clearInterval(timer))
}

/** What the settings do with connections. Each answer becomes the state that the whole window shows. */
function useConnections({ call }: Pick<ProgramClient, 'call'>) {
  const store = useConnectionStore()
  /** Id of the connection for which a call is in progress. */
  const busyId = ref<string | null>(null)
  const testing = ref(false)
  const test = shallowRef<ConnectionTest | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** The connection of the last test. */
  const testedId = ref<string | null>(null)

  async function change(id: string | null, calling: Promise<Result<ConnectionState>>): Promise<boolean> {
    busyId.value = id
    failure.value = null
    test.value = null
    const result = store.adopt(await calling)
    busyId.value = null
    if (!result.ok) failure.value = result.error
    return result.ok
  }

  return {
    busyId,
    test,
    testing,
    failure,
    testedId,
    /** Without a connection: the one in use. */
    async runTest(connection?: Connection) {
      testing.value = true
      testedId.value = connection?.id ?? store.current?.id ?? null
      test.value = null
      failure.value = null
      const result = await call('connections.testCurrent', connection ? { id: connection.id } : {})
      testing.value = false
      if (result.ok) test.value = result.value
      else failure.value = result.error
    },
    rename: (connection: Connection, name: string) =>
      change(connection.id, call('connections.rename', { id: connection.id, name })),
    setAddress: (connection: Connection, baseUrl: string, credentials: Credentials | null) =>
      change(
        connection.id,
        call('connections.setAddress', { id: connection.id, baseUrl, ...(credentials && { credentials }) }),
      ),
    /** True when the new credentials were saved. */
    setCredentials: (credentials: Credentials) =>
      change(store.current?.id ?? null, call('connections.setCredentials', credentials)),
    /** What would be lost with the connection; null when that is not known (see `failure`). */
    async unsyncedData(connection: Connection) {
      const result = await call('connections.onlyHere', { id: connection.id })
      failure.value = result.ok ? null : result.error
      return result.ok ? result.value : null
    },
    remove: (connection: Connection) => change(connection.id, call('connections.forget', { id: connection.id })),
  }
}

export const [provideConnections, useProvidedConnections] = providedState('settings of connections', useConnections)

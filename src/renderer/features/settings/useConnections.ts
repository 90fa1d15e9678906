import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Connection, ConnectionState, ConnectionTest, Credentials } from '../../../contract/connections.ts'
import type { Result } from '../../../contract/result.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'
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
function useConnections() {
  const { call } = useClient()
  const store = useConnectionStore()
  const test = shallowRef<ConnectionTest | null>(null)
  /** The connection of the last change, and of the last test. */
  const [changedId, testedId] = [ref<string | null>(null), ref<string | null>(null)]

  const changing = useAction(async (change: () => Promise<Result<ConnectionState>>) => store.adopt(await change()), {
    failed: 'shown',
  })
  const testing = useAction('connections.testCurrent', {
    failed: 'shown',
    done: (result) => void (test.value = result),
  })
  const reading = useAction('connections.onlyHere', { failed: 'shown' })
  const { failure, clear: clearFailure } = together(changing, testing, reading)

  function begin(): void {
    test.value = null
    clearFailure()
  }
  async function change(id: string | null, run: () => Promise<Result<ConnectionState>>): Promise<boolean> {
    begin()
    changedId.value = id
    return (await changing.run(run)) !== null
  }

  return {
    /** Id of the connection for which a call is in progress. */
    busyId: computed(() => (changing.busy.value ? changedId.value : null)),
    test,
    testing: testing.busy,
    failure,
    clearFailure,
    testedId,
    /** Without a connection: the one in use. */
    async runTest(connection?: Connection) {
      begin()
      testedId.value = connection?.id ?? store.current?.id ?? null
      await testing.run(connection ? { id: connection.id } : {})
    },
    rename: (connection: Connection, name: string) =>
      change(connection.id, () => call('connections.rename', { id: connection.id, name })),
    setAddress: (connection: Connection, baseUrl: string, credentials: Credentials | null) =>
      change(connection.id, () =>
        call('connections.setAddress', { id: connection.id, baseUrl, ...(credentials && { credentials }) }),
      ),
    /** True when the new credentials were saved. */
    setCredentials: (credentials: Credentials) =>
      change(store.current?.id ?? null, () => call('connections.setCredentials', credentials)),
    /** What would be lost with the connection; null when that is not known (see `failure`). */
    unsyncedData({ id }: Connection) {
      clearFailure()
      return reading.run({ id })
    },
    remove: (connection: Connection) => change(connection.id, () => call('connections.forget', { id: connection.id })),
  }
}

export const [provideConnections, useProvidedConnections] = providedState('settings of connections', useConnections)

import { ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { Connection, ConnectionState, ConnectionTest, Credentials } from '../../../contract/connections.ts'
import type { OnlyHere } from '../../../contract/only-here.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

export interface Connections {
  /** Id of the connection for which a call is in progress. */
  readonly busyId: Ref<string | null>
  readonly test: ShallowRef<ConnectionTest | null>
  readonly testing: Ref<boolean>
  readonly failure: ShallowRef<Failure | null>
  /** Without a connection: the one in use. */
  runTest(connection?: Connection): Promise<void>
  /** The connection of the last test. */
  readonly testedId: Ref<string | null>
  rename(connection: Connection, name: string): Promise<boolean>
  setAddress(connection: Connection, baseUrl: string, credentials: Credentials | null): Promise<boolean>
  /** True when the new credentials were saved. */
  setCredentials(credentials: Credentials): Promise<boolean>
  /** What would be lost with the connection; null when that is not known (see `failure`). */
  unsyncedData(connection: Connection): Promise<OnlyHere | null>
  remove(connection: Connection): Promise<boolean>
}

/** What the settings do with connections. Each answer becomes the state that the whole window shows. */
export function useConnections({ call }: Pick<ProgramClient, 'call'>): Connections {
  const store = useConnectionStore()
  const busyId = ref<string | null>(null)
  const testing = ref(false)
  const test = shallowRef<ConnectionTest | null>(null)
  const failure = shallowRef<Failure | null>(null)
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
    async runTest(connection) {
      testing.value = true
      testedId.value = connection?.id ?? store.current?.id ?? null
      test.value = null
      failure.value = null
      const result = await call('connections.testCurrent', connection ? { id: connection.id } : {})
      testing.value = false
      if (result.ok) test.value = result.value
      else failure.value = result.error
    },
    rename: (connection, name) => change(connection.id, call('connections.rename', { id: connection.id, name })),
    setAddress: (connection, baseUrl, credentials) =>
      change(
        connection.id,
        call('connections.setAddress', { id: connection.id, baseUrl, ...(credentials && { credentials }) }),
      ),
    setCredentials: (credentials) => change(store.current?.id ?? null, call('connections.setCredentials', credentials)),
    async unsyncedData(connection) {
      const result = await call('connections.onlyHere', { id: connection.id })
      failure.value = result.ok ? null : result.error
      return result.ok ? result.value : null
    },
    remove: (connection) => change(connection.id, call('connections.forget', { id: connection.id })),
  }
}

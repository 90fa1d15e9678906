import { ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { Connection, ConnectionState, ConnectionTest, Credentials } from '../../../contract/connections.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { call } from '../../bridge/client.ts'

export interface Connections {
  /** Id of the connection that a call is under way for. */
  readonly busyId: Ref<string | null>
  readonly test: ShallowRef<ConnectionTest | null>
  readonly testing: Ref<boolean>
  readonly failure: ShallowRef<Failure | null>
  use(connection: Connection): Promise<boolean>
  runTest(): Promise<void>
  /** True when the new credentials were taken. */
  setCredentials(credentials: Credentials): Promise<boolean>
  forget(connection: Connection): Promise<boolean>
  startPractice(): Promise<boolean>
}

/** What the settings do with connections; the answer becomes the state that the whole window shows. */
export function useConnections(): Connections {
  const store = useConnectionStore()
  const busyId = ref<string | null>(null)
  const testing = ref(false)
  const test = shallowRef<ConnectionTest | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function settle(id: string | null, calling: Promise<Result<ConnectionState>>): Promise<boolean> {
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
    use: (connection) => settle(connection.id, call('connections.select', { id: connection.id })),
    async runTest() {
      testing.value = true
      test.value = null
      failure.value = null
      const result = await call('connections.testCurrent', {})
      testing.value = false
      if (result.ok) test.value = result.value
      else failure.value = result.error
    },
    setCredentials: (credentials) => settle(store.current?.id ?? null, call('connections.setCredentials', credentials)),
    forget: (connection) => settle(connection.id, call('connections.forget', { id: connection.id })),
    startPractice: () => settle(null, call('connections.startPractice', { region: store.region })),
  }
}

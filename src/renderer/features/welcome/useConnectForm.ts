import { computed, reactive, ref, shallowRef } from 'vue'
import type { ConnectionState, ConnectionTest } from '../../../contract/connections.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { emptyCredentials, readCredentials } from '../../connection/credentials.ts'

/** The form of a dealership's own account. */
export function useConnectForm({ call }: Pick<ProgramClient, 'call'>, region: Region) {
  const fields = reactive({ name: '', baseUrl: '', region, ...emptyCredentials() })
  const busy = ref<'testing' | 'saving' | null>(null)
  const test = shallowRef<ConnectionTest | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const credentials = computed(() => readCredentials(fields))
  const complete = computed(() => fields.baseUrl.trim() !== '' && credentials.value !== null)

  async function runTest(): Promise<void> {
    if (!credentials.value || busy.value) return
    busy.value = 'testing'
    test.value = null
    failure.value = null
    const result = await call('connections.test', {
      baseUrl: fields.baseUrl.trim(),
      region: fields.region,
      credentials: credentials.value,
    })
    busy.value = null
    if (result.ok) test.value = result.value
    else failure.value = result.error
  }

  /** Saves the connection and makes it current; null when that failed (see `failure`). */
  async function save(): Promise<Result<ConnectionState> | null> {
    if (!credentials.value || busy.value) return null
    busy.value = 'saving'
    failure.value = null
    const name = fields.name.trim()
    const result = await call('connections.connect', {
      ...(name ? { name } : {}),
      baseUrl: fields.baseUrl.trim(),
      region: fields.region,
      credentials: credentials.value,
    })
    busy.value = null
    if (!result.ok) {
      failure.value = result.error
      return null
    }
    return result
  }

  return { fields, complete, busy, test, failure, runTest, save }
}

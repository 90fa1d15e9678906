import { computed, reactive, shallowRef } from 'vue'
import type { ConnectionState, ConnectionTest } from '../../../contract/connections.ts'
import type { Region } from '../../../contract/region.ts'
import { together, useAction } from '../../bridge/useAction.ts'
import { emptyCredentials, readCredentials } from '../../connection/credentials.ts'

/** The form of a dealership's own account. `connected`: the account was saved, and is current. */
export function useConnectForm(region: Region, connected: (state: ConnectionState) => void) {
  const fields = reactive({ name: '', baseUrl: '', region, ...emptyCredentials() })
  const test = shallowRef<ConnectionTest | null>(null)
  const credentials = computed(() => readCredentials(fields))
  const complete = computed(() => fields.baseUrl.trim() !== '' && credentials.value !== null)
  const testing = useAction('connections.test', { failed: 'shown', done: (result) => void (test.value = result) })
  const saving = useAction('connections.connect', { failed: 'shown', done: (state) => connected(state) })
  const { failure, clear } = together(testing, saving)
  const busy = computed(() => (testing.busy.value ? 'testing' : saving.busy.value ? 'saving' : null))

  /** What both calls need; null while something is missing, or one of them runs. */
  function account() {
    if (!credentials.value || busy.value) return null
    clear()
    return { baseUrl: fields.baseUrl.trim(), region: fields.region, credentials: credentials.value }
  }

  async function runTest(): Promise<void> {
    const tested = account()
    if (!tested) return
    test.value = null
    await testing.run(tested)
  }

  async function save(): Promise<void> {
    const saved = account()
    const name = fields.name.trim()
    if (saved) await saving.run({ ...(name ? { name } : {}), ...saved })
  }

  return { fields, complete, busy, test, failure, runTest, save }
}

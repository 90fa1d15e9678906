import { computed, ref, shallowRef } from 'vue'
import type { AdvancedSettings, Connection } from '../../../../contract/connections.ts'
import type { Failure } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'

/** The last step: how the rows are sent, and sending them. `connection` is null until it is known. */
export function useSend({ call }: Pick<ProgramClient, 'call'>, draftId: string, defaultName: string) {
  const name = ref(defaultName)
  const lookUpMissingVins = ref(false)
  const references = ref(true)
  const sending = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const connection = shallowRef<Connection | null>(null)
  const referenceKey = computed<AdvancedSettings['referenceKey'] | null>(
    () => connection.value?.advanced.referenceKey ?? null,
  )

  async function load(): Promise<void> {
    const answer = await call('connections.state', {})
    if (answer.ok) connection.value = answer.value.current
    else failure.value = answer.error
  }

  /** Gives the id of the upload that the draft became; null when it could not be queued (`failure` says why). Once at a time. */
  async function send(): Promise<string | null> {
    if (sending.value) return null
    sending.value = true
    failure.value = null
    const answer = await call('uploads.create', {
      draftId,
      name: name.value.trim(),
      lookUpMissingVins: lookUpMissingVins.value,
      references: references.value,
    })
    sending.value = false
    if (answer.ok) return answer.value.id
    failure.value = answer.error
    return null
  }

  return { name, lookUpMissingVins, references, sending, failure, connection, referenceKey, load, send }
}

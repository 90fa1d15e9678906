import { computed, ref } from 'vue'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** The step "Send": how the rows are sent, and sending them. `connection` is null until it is loaded. */
export function useSend(client: ProgramClient, draftId: string, defaultName: string) {
  const name = ref(defaultName)
  const lookUpMissingVins = ref(false)
  const references = ref(true)
  const state = useQuery(client, 'connections.state')
  const creating = useCommand(client, 'uploads.create')
  const connection = computed(() => state.data.value?.current ?? null)

  /** Gives the id of the new upload. Null: it could not be queued (`failure` has the reason), or it is already being sent. */
  async function send(): Promise<string | null> {
    if (creating.running.value) return null
    const answer = await creating.run({
      draftId,
      name: name.value.trim(),
      lookUpMissingVins: lookUpMissingVins.value,
      references: references.value,
    })
    return answer?.ok ? answer.value.id : null
  }

  return {
    name,
    lookUpMissingVins,
    references,
    sending: creating.running,
    failure: computed(() => creating.failure.value ?? state.failure.value),
    connection,
    referenceKey: computed(() => connection.value?.advanced.referenceKey ?? null),
    send,
  }
}

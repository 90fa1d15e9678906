import { computed, ref } from 'vue'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { Upload } from '../../../../contract/uploads.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useEvent } from '../../../bridge/useEvent.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** The numbers that the screen shows for the draft. */
interface ShownNumbers {
  readonly rows: number
  readonly knownRows: number
}

interface SendNeeds {
  /** Asks whether to send although the customer list could not be refreshed. */
  confirmListAge(failure: Failure): Promise<boolean>
}

/** The step "Send": how the rows are sent, and sending them. `connection` is null until it is loaded. */
export function useSend(client: ProgramClient, draftId: string, defaultName: string, { confirmListAge }: SendNeeds) {
  const name = ref(defaultName)
  const lookUpMissingVins = ref(false)
  const references = ref(true)
  /** The progress of the customer list's refresh, as a text; null when none is running. */
  const refreshing = ref<string | null>(null)
  const state = useQuery(client, 'connections.state')
  const connection = computed(() => state.data.value?.current ?? null)

  const creating = useCommand(client, async (confirmed: ShownNumbers): Promise<Result<Upload>> => {
    const input = {
      draftId,
      name: name.value.trim(),
      lookUpMissingVins: lookUpMissingVins.value,
      references: references.value,
      confirmed,
    }
    const answer = await client.call('uploads.create', input)
    refreshing.value = null
    if (answer.ok || answer.error.kind !== 'needs-confirmation') return answer
    if (!(await confirmListAge(answer.error))) return answer
    return client.call('uploads.create', { ...input, listAgeConfirmed: true })
  })
  useEvent(client, 'drafts.progressed', ({ subject, progress }) => {
    if (subject === draftId && creating.running.value) refreshing.value = progress?.words ?? null
  })

  /** Gives the id of the new upload. Null: it could not be queued (`failure` has the reason), or it is already being sent. */
  async function send(shown: ShownNumbers): Promise<string | null> {
    if (creating.running.value) return null
    const answer = await creating.run(shown)
    return answer?.ok ? answer.value.id : null
  }

  return {
    name,
    lookUpMissingVins,
    references,
    refreshing,
    sending: creating.running,
    failure: computed(() => {
      const failure = creating.failure.value
      // The user stopped it: there is nothing to report.
      if (failure?.kind === 'cancelled' || failure?.kind === 'needs-confirmation') return null
      return failure ?? state.failure.value
    }),
    connection,
    referenceKey: computed(() => connection.value?.advanced.referenceKey ?? null),
    send,
    cancel: () => client.call('uploads.stopCreating', { draftId }),
  }
}

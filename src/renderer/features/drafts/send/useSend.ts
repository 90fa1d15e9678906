import { computed, ref } from 'vue'
import type { Result } from '../../../../contract/result.ts'
import type { Upload } from '../../../../contract/uploads.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'
import { useEvent } from '../../../bridge/useEvent.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { providedState } from '../../../ui/provided-state.ts'
import { useConfirm } from '../../../ui/useConfirm.ts'
import { sameFileText, sendText } from './send-text.ts'

/** The numbers that the screen shows for the draft. */
interface ShownNumbers {
  readonly rows: number
  readonly knownRows: number
  /** The digest of the changes of existing customers. */
  readonly updates?: string
}

interface Confirmed {
  readonly confirmed: ShownNumbers
  readonly sameFileConfirmed: readonly string[]
}

/** The step "Send": how the rows are sent, and sending them. `connection` is null until it is loaded. */
export function useSend(draftId: string, defaultName: string) {
  const client = useClient()
  const confirm = useConfirm()
  const name = ref(defaultName)
  const lookUpMissingVins = ref(false)
  const references = ref(true)
  /** The digest of the changes of existing customers that are shown; undefined: none are. */
  const seenUpdates = ref<string>()
  /** The progress of the customer list's refresh, as a text; null when none is running. */
  const refreshing = ref<string | null>(null)
  const state = useQuery('connections.state', { refreshOn: ['connections.changed'] })
  const sameFile = useSameFile(draftId)
  const connection = computed(() => state.data.value?.current ?? null)

  async function create({ confirmed, sameFileConfirmed }: Confirmed): Promise<Result<Upload>> {
    const input = {
      draftId,
      name: name.value.trim(),
      lookUpMissingVins: lookUpMissingVins.value,
      references: references.value,
      queueOffline: true,
      confirmed,
      ...(sameFileConfirmed.length > 0 && { sameFileConfirmed: [...sameFileConfirmed] }),
    }
    const answer = await client.call('uploads.create', input)
    refreshing.value = null
    if (answer.ok || answer.error.kind !== 'needs-confirmation') return answer
    const { message, next, since } = answer.error
    const isAgreed = await confirm({
      title: sendText.listAge.title(since ?? null),
      text: [message, next].filter(Boolean).join(' '),
      confirmLabel: sendText.listAge.confirm,
    })
    if (!isAgreed) return answer
    return client.call('uploads.create', { ...input, listAgeConfirmed: true })
  }
  const creating = useAction(create, {
    // The same file may have been sent from elsewhere meanwhile: the next try asks about it.
    failed: () => void sameFile.refresh(),
  })
  useEvent('drafts.progressed', ({ subject, progress }) => {
    if (subject === draftId && creating.busy.value) refreshing.value = progress?.words ?? null
  })

  /** Gives the id of the new upload. Null: it could not be queued (`failure` has the reason), or it is already being sent. */
  async function send(shown: ShownNumbers): Promise<string | null> {
    if (creating.busy.value) return null
    const uploads = sameFile.uploads.value
    if (uploads.length > 0) {
      const { title, text, confirm: confirmLabel } = sameFileText.ask
      if (!(await confirm({ title, text, names: uploads.map(sameFileText.upload), confirmLabel }))) return null
    }
    const upload = await creating.run({ confirmed: shown, sameFileConfirmed: uploads.map(({ id }) => id) })
    return upload?.id ?? null
  }

  return {
    name,
    lookUpMissingVins,
    references,
    seenUpdates,
    refreshing,
    sending: creating.busy,
    failure: computed(() => {
      const failure = creating.failure.value
      // The user stopped it: there is nothing to report.
      if (failure?.kind === 'cancelled' || failure?.kind === 'needs-confirmation') return null
      return failure ?? state.failure.value
    }),
    connection,
    /** The rows would wait on this PC. */
    isOffline: computed(() => state.data.value?.reachability === 'offline'),
    referenceKey: computed(() => connection.value?.advanced.referenceKey ?? null),
    send,
    cancel: () => client.call('uploads.stopCreating', { draftId }),
  }
}

export const [provideDraftSend, useDraftSend] = providedState('step "Send"', useSend)

/** The earlier uploads of a draft's file, newest first; empty while they are loaded. */
export function useSameFile(draftId: string) {
  const query = useQuery('uploads.sameFile', {
    input: () => ({ draftId }),
    refreshOn: ['uploads.changed'],
    minGapMs: 1_000,
  })
  return { uploads: computed(() => query.data.value?.uploads ?? []), refresh: query.refresh }
}

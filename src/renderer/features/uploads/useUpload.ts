import { ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../contract/result.ts'
import type { Upload } from '../../../contract/uploads.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useFewCalls } from '../../connection/useUsage.ts'
import { providedState } from '../../ui/provided-state.ts'
import { useUploadActions } from './useUploadActions.ts'

const minGapMs = 250

type UploadAction = 'cancel' | 'resume' | 'settle' | 'leave-out' | 'resolve-duplicates'

/** One upload, followed until it ends. `acting` names the action that waits for its answer. */
export function useUpload(id: string) {
  const client = useClient()
  const query = useQuery('uploads.get', {
    input: () => ({ id }),
    refreshOn: {
      'uploads.changed': ({ subject }) => subject === null || subject === id,
      // It waits while the connection is offline.
      'connections.changed': () => true,
    },
    minGapMs,
  })
  const actionFailure = shallowRef<Failure | null>(null)
  const acting = ref<UploadAction | null>(null)

  async function act(action: UploadAction, request: () => Promise<Result<Upload>>): Promise<boolean> {
    acting.value = action
    actionFailure.value = null
    const answer = await request()
    acting.value = null
    if (answer.ok) query.set(answer.value)
    else actionFailure.value = answer.error
    query.requestRefresh()
    return answer.ok
  }

  return {
    upload: query.data,
    loadFailure: query.failure,
    actionFailure,
    acting,
    refresh: query.refresh,
    show: query.set,
    cancel: () => act('cancel', () => client.call('uploads.cancel', { id })),
    resume: () => act('resume', () => client.call('uploads.resume', { id })),
    settle: (batch: number, arrived: boolean) =>
      act('settle', () => client.call('uploads.settle', { id, batch, arrived })),
    leaveOutRejected: (rows: number) => act('leave-out', () => client.call('uploads.leaveOutRejected', { id, rows })),
    /** `most`: how many the user has seen. */
    resolveDuplicates: (decision: 'delete' | 'keep', most: number) =>
      act('resolve-duplicates', () => client.call('uploads.resolveDuplicates', { id, decision, most })),
  }
}

/** The upload of a page, and what can be done with it. */
export const [provideUpload, useProvidedUpload] = providedState('upload', (id: string) => {
  const connection = useConnectionStore()
  return {
    ...useUpload(id),
    actions: useUploadActions(),
    fewCalls: useFewCalls(() => connection.current),
  }
})

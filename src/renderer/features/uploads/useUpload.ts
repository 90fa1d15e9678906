import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../contract/result.ts'
import type { Upload } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { createFetchAgain } from './coalesced-fetch.ts'

const gapMs = 250

export type UploadAction = 'cancel' | 'resume' | 'settle'

/** One upload, followed to its end. `acting` names the action that waits for its answer. */
export function useUpload({ call, onEvent }: ProgramClient, id: string) {
  const upload = shallowRef<Upload | null>(null)
  const loadFailure = shallowRef<Failure | null>(null)
  const actionFailure = shallowRef<Failure | null>(null)
  const acting = ref<UploadAction | null>(null)
  /** Rises with each answer: rows by outcome may have changed. */
  const version = ref(0)
  let actionsAnswered = 0

  function show(value: Upload): void {
    upload.value = value
    loadFailure.value = null
    version.value += 1
  }

  const again = createFetchAgain(async () => {
    const before = actionsAnswered
    const answer = await call('uploads.get', { id })
    // An action was answered while this was under way: that answer is the newer one, and a fetch follows it.
    if (before !== actionsAnswered) return
    if (answer.ok) show(answer.value)
    else loadFailure.value = answer.error
  }, gapMs)

  async function act(action: UploadAction, request: () => Promise<Result<Upload>>): Promise<boolean> {
    acting.value = action
    actionFailure.value = null
    const answer = await request()
    acting.value = null
    actionsAnswered += 1
    if (answer.ok) show(answer.value)
    else actionFailure.value = answer.error
    again.ask()
    return answer.ok
  }

  const stopHearing = [
    onEvent('uploads.changed', (event) => {
      if (event.subject === null || event.subject === id) again.ask()
    }),
  ]
  onScopeDispose(() => {
    again.stop()
    for (const stop of stopHearing) stop()
  })

  return {
    upload,
    loadFailure,
    actionFailure,
    acting,
    version,
    load: again.ask,
    cancel: () => act('cancel', () => call('uploads.cancel', { id })),
    resume: () => act('resume', () => call('uploads.resume', { id })),
    settle: (batch: number, arrived: boolean) => act('settle', () => call('uploads.settle', { id, batch, arrived })),
    exportRemainder: () => call('uploads.exportRemainder', { id }),
  }
}

export type UploadInHand = ReturnType<typeof useUpload>

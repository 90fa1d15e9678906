import { onScopeDispose, shallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { UploadSummary } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { createFetchAgain } from './coalesced-fetch.ts'

const gapMs = 400

/** Every upload of this connection, newest first, kept up to date while it is on the screen. Null: being fetched for the first time. */
export function useUploadList({ call, onEvent }: ProgramClient) {
  const uploads = shallowRef<readonly UploadSummary[] | null>(null)
  const failure = shallowRef<Failure | null>(null)

  const again = createFetchAgain(async () => {
    const answer = await call('uploads.list', {})
    if (answer.ok) uploads.value = answer.value.uploads
    failure.value = answer.ok ? null : answer.error
  }, gapMs)

  const stopHearing = [onEvent('uploads.changed', again.ask), onEvent('connections.changed', again.ask)]
  onScopeDispose(() => {
    again.stop()
    for (const stop of stopHearing) stop()
  })
  return { uploads, failure, load: again.ask }
}

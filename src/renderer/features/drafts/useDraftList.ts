import { onScopeDispose, shallowRef } from 'vue'
import type { DraftSummary } from '../../../contract/drafts.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

/** The spreadsheets in hand: opened, not yet sent. Null while they are being fetched for the first time. */
export function useDraftList({ call, onEvent }: ProgramClient) {
  const drafts = shallowRef<readonly DraftSummary[] | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let asked = 0
  let shown = 0

  async function load(): Promise<void> {
    const number = ++asked
    const answer = await call('drafts.list', {})
    if (number < shown) return
    shown = number
    if (answer.ok) drafts.value = answer.value.drafts
    failure.value = answer.ok ? null : answer.error
  }

  async function remove(id: string): Promise<Result<unknown>> {
    const answer = await call('drafts.remove', { id })
    if (answer.ok) drafts.value = drafts.value?.filter((draft) => draft.id !== id) ?? null
    await load()
    return answer
  }

  onScopeDispose(onEvent('drafts.changed', () => void load()))
  return { drafts, failure, load, remove }
}

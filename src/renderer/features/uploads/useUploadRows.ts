import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { RowOutcome, UploadRow } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { createFetchAgain } from './coalesced-fetch.ts'

const rowsPerPage = 200
const gapMs = 1_000

/** The rows of an upload by what became of them, fetched by pages around what is visible; null outcome: all of them. */
export function useUploadRows({ call }: Pick<ProgramClient, 'call'>, id: string) {
  const outcome = ref<RowOutcome | null>(null)
  const total = ref(0)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(true)
  const version = ref(0)
  const pages = new Map<number, { readonly rows: readonly UploadRow[]; readonly generation: number }>()
  const asked = new Map<number, number>()
  let generation = 0
  let visibleRange = { first: 0, last: 40 }

  async function fetchPage(page: number): Promise<void> {
    const mine = generation
    const shownOutcome = outcome.value
    asked.set(page, mine)
    const offset = page * rowsPerPage
    const answer = await call('uploads.rows', { id, outcome: shownOutcome, offset, limit: rowsPerPage })
    const newer = pages.get(page)
    if (shownOutcome !== outcome.value || (newer && newer.generation > mine)) return
    loading.value = false
    if (!answer.ok) {
      if (asked.get(page) === mine) asked.delete(page)
      failure.value = answer.error
      return
    }
    failure.value = null
    pages.set(page, { rows: answer.value.rows, generation: mine })
    total.value = answer.value.total
    version.value += 1
  }

  async function fetchVisible(): Promise<void> {
    const first = Math.floor(visibleRange.first / rowsPerPage)
    const last = Math.floor(Math.max(visibleRange.first, visibleRange.last) / rowsPerPage)
    const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    await Promise.all(wanted.filter((page) => asked.get(page) !== generation).map(fetchPage))
  }

  /** Fetches what is visible anew; what stands on the screen stays until the newer answer is here. */
  const again = createFetchAgain(() => {
    generation += 1
    return fetchVisible()
  }, gapMs)

  function show(next: RowOutcome | null): Promise<void> {
    outcome.value = next
    generation += 1
    pages.clear()
    asked.clear()
    total.value = 0
    loading.value = true
    visibleRange = { first: 0, last: 40 }
    version.value += 1
    return fetchVisible()
  }

  onScopeDispose(again.stop)
  return {
    outcome,
    total,
    failure,
    loading,
    version,
    rowAt: (at: number): UploadRow | null => pages.get(Math.floor(at / rowsPerPage))?.rows[at % rowsPerPage] ?? null,
    visible(range: { first: number; last: number }): Promise<void> {
      visibleRange = range
      return fetchVisible()
    },
    show,
    refresh: again.ask,
  }
}

export type UploadRowsInView = ReturnType<typeof useUploadRows>

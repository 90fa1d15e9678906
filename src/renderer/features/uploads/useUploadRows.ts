import { ref } from 'vue'
import type { RowOutcome } from '../../../contract/uploads.ts'
import { useClient } from '../../bridge/program-client.ts'
import { usePages } from '../../bridge/usePages.ts'

const rowsPerPage = 200
const minGapMs = 1_000

/** The rows of an upload with one outcome (null: all), by pages around what is visible. */
export function useUploadRows(id: string) {
  const client = useClient()
  const outcome = ref<RowOutcome | null>(null)
  /** The largest row number that was fetched so far. */
  const largestRow = ref(0)
  const pages = usePages({
    async fetchPage(offset, limit) {
      const answer = await client.read('uploads.rows', { id, outcome: outcome.value, offset, limit })
      if (answer.ok) largestRow.value = Math.max(largestRow.value, ...answer.value.rows.map(({ row }) => row))
      return answer
    },
    rowsPerPage,
    minGapMs,
  })

  return {
    ...pages,
    outcome,
    largestRow,
    showOutcome(next: RowOutcome | null): Promise<void> {
      outcome.value = next
      return pages.restart({ clear: true })
    },
  }
}

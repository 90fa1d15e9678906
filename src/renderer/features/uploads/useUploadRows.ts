import { ref } from 'vue'
import type { RowOutcome } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { usePages } from '../../bridge/usePages.ts'

const rowsPerPage = 200
const minGapMs = 1_000

/** The rows of an upload with one outcome (null: all), by pages around what is visible. */
export function useUploadRows(client: ProgramClient, id: string) {
  const outcome = ref<RowOutcome | null>(null)
  const pages = usePages(client, {
    fetchPage: (offset, limit) => client.read('uploads.rows', { id, outcome: outcome.value, offset, limit }),
    rowsPerPage,
    minGapMs,
  })

  return {
    ...pages,
    outcome,
    showOutcome(next: RowOutcome | null): Promise<void> {
      outcome.value = next
      return pages.restart({ clear: true })
    },
  }
}

import { computed, ref } from 'vue'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** A row that a search found. */
export type FoundRow = NonNullable<MethodOutput<'uploads.search'>['found'][number]['row']>

/** The search in the uploads and their rows. */
export function useUploadSearch(client: ProgramClient) {
  const text = ref('')
  const searched = computed(() => text.value.trim())
  const query = useQuery(client, 'uploads.search', {
    input: () => (searched.value === '' ? null : { text: searched.value.slice(0, 120) }),
  })
  /** The found uploads by id, with the row that fits; undefined: the upload itself fits. */
  const found = computed(() => new Map(query.data.value?.found.map(({ id, row }) => [id, row ?? undefined]) ?? []))
  return { text, searched, found, failure: query.failure, loading: query.loading, refresh: query.refresh }
}

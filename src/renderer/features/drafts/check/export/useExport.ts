import { ref } from 'vue'
import type { MethodInput } from '../../../../../contract/methods.ts'
import { type Result, success } from '../../../../../contract/result.ts'
import type { ProgramClient } from '../../../../bridge/program-client.ts'
import { bytesOf } from '../../../../ui/save-file.ts'

export interface ExportedBytes {
  readonly fileName: string
  readonly mimeType: string
  readonly rows: number
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}

/** Fetches the file of a draft's checked rows, part by part. */
export function useExport(client: Pick<ProgramClient, 'call'>, id: string) {
  /** Parts so far and in all; null: none is running, or the file is being made. */
  const progress = ref<{ readonly part: number; readonly parts: number } | null>(null)
  const isRunning = ref(false)

  async function fetchParts(input: Omit<MethodInput<'drafts.export'>, 'id'>): Promise<Result<ExportedBytes>> {
    const file = await client.call('drafts.export', { id, ...input })
    if (!file.ok) return file
    const { parts: count, ...named } = file.value
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let part = 0; part < count; part += 1) {
      progress.value = { part: part + 1, parts: count }
      const answer = await client.call('drafts.exportPart', { id, part })
      if (!answer.ok) return answer
      parts.push(bytesOf({ encoding: 'base64', content: answer.value.content }))
    }
    return success({ ...named, parts })
  }

  return {
    progress,
    isRunning,
    async run(input: Omit<MethodInput<'drafts.export'>, 'id'>): Promise<Result<ExportedBytes>> {
      isRunning.value = true
      try {
        return await fetchParts(input)
      } finally {
        isRunning.value = false
        progress.value = null
      }
    },
  }
}

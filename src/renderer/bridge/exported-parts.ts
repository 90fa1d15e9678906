import type { MethodOutput } from '../../contract/methods.ts'
import { success, type Result } from '../../contract/result.ts'
import { bytesOf } from '../ui/save-file.ts'
import type { ProgramClient } from './program-client.ts'

/** A file that came in parts, ready for `saveParts`. */
export interface FileInParts {
  readonly fileName: string
  readonly mimeType: string
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}

/** Fetches what follows the first part of a backup. */
export async function fetchParts(
  client: Pick<ProgramClient, 'call'>,
  { fileName, mimeType, encoding, content, rest }: MethodOutput<'storage.saveBackup'>,
  onPart: (share: number) => void = () => undefined,
): Promise<Result<FileInParts>> {
  const parts = [bytesOf({ encoding, content })]
  for (let part = 0; rest && part < rest.parts; part += 1) {
    const answer = await client.call('storage.backupPart', { file: rest.file, part })
    if (!answer.ok) return answer
    parts.push(bytesOf({ encoding, content: answer.value.content }))
    onPart((part + 1) / rest.parts)
  }
  return success({ fileName, mimeType, parts })
}

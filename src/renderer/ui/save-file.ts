import type { ExportedFile } from '../../contract/exported-file.ts'

/** The bytes of a file that the program created. */
export function bytesOf({ encoding, content }: Pick<ExportedFile, 'encoding' | 'content'>): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(content)
  const letters = atob(content)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at)
  return bytes
}

const releaseAfterMs = 60_000

/** Saves a file that the program created as a download of the browser. */
export function saveFile(file: Omit<ExportedFile, 'rows'>): void {
  saveParts({ ...file, parts: [bytesOf(file)] })
}

/** What an action does with a file: saves it, and gives the sentence about it. */
export const saveAndSay =
  (words: (rows: number, fileName: string) => string) =>
  (file: ExportedFile): string => {
    saveFile(file)
    return words(file.rows, file.fileName)
  }

/** The same for a file that came in parts. */
export function saveParts(file: {
  readonly fileName: string
  readonly mimeType: string
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}): void {
  const address = URL.createObjectURL(new Blob([...file.parts], { type: file.mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = file.fileName
  link.click()
  // The download begins in another process: on a busy PC it reads the address later, and a revoked one has neither name nor bytes.
  setTimeout(() => URL.revokeObjectURL(address), releaseAfterMs)
}

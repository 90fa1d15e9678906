import type { ExportedFile } from '../../contract/exported-file.ts'

/** The bytes of a file that the program made. */
export function bytesOf({ encoding, content }: Pick<ExportedFile, 'encoding' | 'content'>): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(content)
  const letters = atob(content)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** Hands a file that the program made to the browser's download, under its name. */
export function saveFile(file: ExportedFile): void {
  const address = URL.createObjectURL(new Blob([bytesOf(file)], { type: file.mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = file.fileName
  link.click()
  // The download has its own hold on the bytes once the click is through.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

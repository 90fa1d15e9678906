import type { ExportedFile } from '../../contract/exported-file.ts'

/** Fetches the parts of an exported file one by one. */
export type FetchPart = (file: string, part: number) => Promise<string>

/** The text of an exported CSV file, without its byte order mark and last line end. */
export async function textOf(file: ExportedFile, fetchPart?: FetchPart): Promise<string> {
  let text = file.content
  for (let part = 0; fetchPart && file.rest && part < file.rest.parts; part += 1) {
    text += await fetchPart(file.rest.file, part)
  }
  return text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
}

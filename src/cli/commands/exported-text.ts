import type { ExportedFile } from '../../contract/exported-file.ts'

/** The text of an exported CSV file, without its byte order mark and last line end. */
export const textOf = ({ content }: Pick<ExportedFile, 'content'>): string =>
  content.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')

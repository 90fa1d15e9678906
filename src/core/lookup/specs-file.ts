import type { Detail } from '../../contract/details.ts'
import type { ExportedFile } from '../../contract/exported-file.ts'
import { tableFile } from '../export/table-file.ts'
import type { SpecsPart } from './read-specs.ts'

export interface SpecsColumn {
  readonly title: string
  readonly parts: readonly SpecsPart[]
}

/** The specs of several vehicles side by side, one row per field, grouped by category. */
export function specsFile(columns: readonly SpecsColumn[]): Promise<ExportedFile> {
  const categories = new Map<string, Map<string, (string | null)[]>>()
  for (const [at, { parts }] of columns.entries()) {
    for (const { label, details } of parts) {
      const lines = categories.get(label) ?? new Map<string, (string | null)[]>()
      categories.set(label, lines)
      for (const [field, text] of fieldPaths(details, [])) {
        const cells = lines.get(field) ?? columns.map(() => null)
        lines.set(field, cells)
        // Two fields with the same name: show both.
        const before = cells[at]
        cells[at] = before === null || before === undefined ? text : `${before}; ${text}`
      }
    }
  }
  const rows = [...categories].flatMap(([category, lines]) =>
    [...lines].map(([field, cells]) => [category, field, ...cells]),
  )
  const [only] = columns
  const name = columns.length === 1 && only ? `${only.title} – specifications` : 'Specifications compared'
  return tableFile({ name, columns: ['Category', 'Field', ...columns.map(({ title }) => title)], rows }, 'csv')
}

function fieldPaths(details: readonly Detail[], path: readonly string[]): [string, string][] {
  return details.flatMap(({ label, text, children }): [string, string][] => {
    const own = [...path, label]
    return [...(text === null ? [] : [[own.join(' > '), text] as [string, string]]), ...fieldPaths(children, own)]
  })
}

import { headerShape } from '../mapping/columns.ts'
import type { DraftSource, Template } from '../model/draft-source.ts'
import type { Override } from '../model/overrides.ts'
import { indexOverrides } from '../model/override-index.ts'
import { locateTable } from './locate-table.ts'

export interface FoundTemplate {
  readonly template: Template
  /** Sheet and header row that the user chose for an earlier file, where the table is not found without them. */
  readonly place: readonly Override[]
}

/**
 * The template for a file: that of its header's shape, else one whose sheet and header row lead to a header of its shape.
 * `templates`: last used first.
 */
export function findTemplate(
  source: DraftSource,
  shape: string | null,
  templates: readonly Template[],
): FoundTemplate | null {
  const same = templates.find((template) => template.shape === shape)
  if (same) {
    // Another sheet of the same shape may come first in the file.
    const sheet = placeOf(source, same).filter(({ kind }) => kind === 'sheet')
    return { template: same, place: leadsTo(source, same, sheet) ? sheet : [] }
  }
  for (const template of templates) {
    const place = placeOf(source, template)
    if (leadsTo(source, template, place)) return { template, place }
  }
  return null
}

/** Whether the table there has rows, and a header of the template's shape. */
function leadsTo(source: DraftSource, template: Template, place: readonly Override[]): boolean {
  if (place.length === 0) return false
  const { table } = locateTable(source, indexOverrides(new Map(place.map((override) => [override.kind, override]))))
  return table.records.length > 0 && headerShape(table.header) === template.shape
}

function placeOf({ facts, rows }: DraftSource, { choices: { sheet, headerRow } }: Template): Override[] {
  const place: Override[] = []
  if (sheet && facts.sheets.some(({ name }) => name === sheet)) place.push({ kind: 'sheet', sheet })
  const isInFile = typeof headerRow === 'number' && rows.some((list) => list.length >= headerRow)
  if (isInFile) place.push({ kind: 'header-row', headerRow })
  return place
}

import type { ContactChoice } from '../../../contract/column-choices.ts'
import { headerShape } from '../mapping/columns.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import type { Template } from '../model/draft-source.ts'
import { fixKey, untypedTexts, type Fix } from './apply-template.ts'
import type { DraftState } from './draft-state.ts'

/** More value fixes than these are corrections of single rows. */
const maxFixes = 500
/** The latest decisions about notes that are remembered: the earlier ones are asked for again. */
const maxNotes = 5000

/** The fixes that a cell shows, and the `earlier` ones whose text this file does not have. */
function fixesToRemember(state: DraftState, earlier: readonly Fix[]): readonly Fix[] {
  const made = [...state.index.replacements].flatMap(([field, texts]) =>
    [...texts].map(([original, text]) => ({ field, original, text })),
  )
  const untyped = untypedTexts(state, [...made, ...earlier])
  return [
    ...made.filter((fix) => untyped.get(fixKey(fix)) === true),
    ...earlier.filter((fix) => !untyped.has(fixKey(fix))),
  ]
}

/** What the next file of the same shape starts with; null for a table without a header, and without a file. */
export function templateOf(state: DraftState): Template | null {
  const { index, plan, source, table } = state
  const shape = headerShape(table.header)
  if (shape === null || table.headerRow === null || source.facts.kind === 'by-hand') return null
  const targets: Record<string, Template['choices']['targets'][string]> = {}
  const dates: Record<string, Template['choices']['dates'][string]> = {}
  const seen = new Set<string>()
  for (const [at, header] of table.header.entries()) {
    const name = normaliseHeader(header)
    const column = plan.columns[at]
    // Of two columns with one name the first is remembered.
    if (name === '' || seen.has(name) || !column) continue
    seen.add(name)
    // An empty column says nothing about the next file, in which it may be filled.
    if (column.samples.length === 0 && !index.targets.has(at)) continue
    targets[name] = column.target
    if (column.dates?.decidedBy === 'user') dates[name] = column.dates.order
  }
  const earlier = source.facts.remembered?.shape === shape ? source.facts.remembered.choices : undefined
  const contact: Record<string, ContactChoice> = { ...earlier?.contact }
  for (const { index: column, choice } of plan.contact.questions) {
    const name = normaliseHeader(table.header[column] ?? '')
    if (choice !== null && name !== '') contact[name] = choice
  }
  const notes = Object.entries({ ...earlier?.notes, ...Object.fromEntries(index.notes) })
  const delimiter = index.form?.delimiter ?? earlier?.delimiter
  return {
    shape,
    choices: {
      targets,
      dates,
      defaultState: index.defaultState,
      contact,
      notes: Object.fromEntries(notes.slice(-maxNotes)),
      header: table.header.filter((header) => header !== ''),
      sheet: index.sheet,
      headerRow: index.headerRow ?? null,
      ...(delimiter !== undefined && { delimiter }),
      ...(index.knownCustomers === 'update' && { knownCustomers: 'update' }),
      fixes: fixesToRemember(state, earlier?.fixes ?? []).slice(0, maxFixes),
    },
  }
}

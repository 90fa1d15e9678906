import {
  entryToClear,
  entryToSet,
  isChange,
  readOverride,
  type OverrideEntry,
  type Overrides,
} from '../../../src/core/drafts/model/overrides.ts'
import type { RowRanges } from '../../../src/core/drafts/model/row-ranges.ts'

/** Entries with one override for each cell and row, where the program's have ranges of them. By name. */
export function asSingles(overrides: Overrides, entries: readonly OverrideEntry[]): OverrideEntry[] {
  const byName = new Map<string, OverrideEntry>()
  const note = (entry: OverrideEntry): void => void byName.set(entry.name, entry)
  // What a range replaces is removed before.
  for (const { name, after } of entries) {
    if (after === null) note({ name, before: valueOf(overrides, name), after })
  }
  for (const { name, after } of entries) {
    if (after !== null) for (const entry of singlesOf(overrides, name, after)) note(entry)
  }
  return sorted([...byName.values()].filter(isChange))
}

export const sorted = (entries: readonly OverrideEntry[]): OverrideEntry[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))

function* singlesOf(overrides: Overrides, name: string, value: string): Generator<OverrideEntry> {
  const override = readOverride({ name, value })
  if (override.kind === 'cells') {
    const { field, rows, texts } = override
    for (const [at, row] of [...numbersOf(rows)].entries()) {
      yield entryToSet(overrides, { kind: 'cell', row, field, text: (texts.length === 1 ? texts[0] : texts[at]) ?? '' })
    }
  } else if (override.kind === 'rows') {
    const { rows, include } = override
    for (const row of numbersOf(rows)) {
      if (include === null) yield entryToClear(overrides, { kind: 'row', row })
      else yield entryToSet(overrides, { kind: 'row', row, include })
    }
  } else if (
    (override.kind === 'cell' && override.text === null) ||
    (override.kind === 'row' && override.include === null)
  ) {
    yield entryToClear(overrides, override)
  } else {
    yield { name, before: valueOf(overrides, name), after: value }
  }
}

function* numbersOf(rows: RowRanges): Generator<number> {
  for (const [first, last] of rows.runs()) for (let row = first; row <= last; row += 1) yield row
}

function valueOf(overrides: Overrides, name: string): string | null {
  const found = overrides.get(name)
  return found ? entryToSet(new Map(), found).after : null
}

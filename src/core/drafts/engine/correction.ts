import type { ImportOptions } from '../../../contract/upload-history.ts'
import { ownColumns } from '../mapping/reimport.ts'
import { applyEntries, entryToSet, type Override, type OverrideEntry, type Overrides } from '../model/overrides.ts'

/** The upload whose rows a file has, with what was decided for it. */
export interface CorrectedUpload {
  readonly id: string
  readonly name: string
  /** As it was in the file. */
  readonly header: readonly string[]
  /** Null: an older version made the upload. */
  readonly options: ImportOptions | null
  readonly knownCustomers: 'skip' | 'send' | null
}

/**
 * What was decided for the original file, for a file with some of its rows. Columns are found by their header, because Excel
 * users move them; of several with one header, the first is the first.
 */
export function decisionsFor(
  header: readonly string[],
  { header: original, options, knownCustomers }: CorrectedUpload,
): OverrideEntry[] {
  const decided: Override[] = []
  const own = ownColumns(header)
  const seen = new Map<string, number>()
  const takeNext = (name: string): number => {
    const from = seen.get(name) ?? 0
    const at = original.indexOf(name, from)
    seen.set(name, at < 0 ? from : at + 1)
    return at
  }
  for (const [column, name] of header.entries()) {
    const before = own.has(column) ? undefined : options?.columns[takeNext(name)]
    if (!before) continue
    const { target, dateOrder, contact } = before
    decided.push({ kind: 'target', column, target })
    if (dateOrder !== null) decided.push({ kind: 'date-order', column, order: dateOrder })
    if (contact !== undefined) decided.push({ kind: 'contact', column, choice: contact })
  }
  if (options?.defaultState) decided.push({ kind: 'default-state', state: options.defaultState })
  if (knownCustomers === 'send') decided.push({ kind: 'send-known-customers' })
  const overrides: Overrides = new Map()
  return decided.map((override) => {
    const entry = entryToSet(overrides, override)
    applyEntries(overrides, [entry])
    return entry
  })
}

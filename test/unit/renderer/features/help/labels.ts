/**
 * All texts of the window that are no sentences made from values: those of the text files, of shortcuts, features, settings and contract. Labels
 * that contain a number are functions, which Help does not quote.
 */
const modules = {
  ...import.meta.glob<Record<string, unknown>>('../../../../../src/renderer/**/*-{text,labels,shortcuts}.ts', {
    eager: true,
  }),
  ...import.meta.glob<Record<string, unknown>>('../../../../../src/renderer/features/*/feature.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>('../../../../../src/renderer/app/settings/settings.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>(
    '../../../../../src/contract/{call-note,sighting-sort,call-figures,region-names}.ts',
    {
      eager: true,
    },
  ),
}

function addTexts(value: unknown, labels: Set<string>, seen: Set<unknown>): void {
  if (typeof value === 'string') labels.add(value)
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  // A choice has words for each of its values.
  if ('values' in value && Array.isArray(value.values) && 'show' in value && typeof value.show === 'function')
    for (const each of value.values) labels.add(String(value.show(each)))
  for (const each of Object.values(value)) addTexts(each, labels, seen)
}

let found: ReadonlySet<string> | null = null

export function labelsOf(): ReadonlySet<string> {
  if (found) return found
  const labels = new Set<string>()
  for (const module of Object.values(modules)) addTexts(module, labels, new Set())
  found = labels
  return labels
}

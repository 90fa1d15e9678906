import type { Limit, Outcome, Unit } from './bench-row.ts'

const columns = [
  'What',
  'Against',
  'Median of the runs (min to max)',
  'Peak MiB',
  'To reach',
  'Holds',
  'Measured',
] as const

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('There is nothing to take the middle of')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function holds(samples: readonly number[], limit: Limit): boolean {
  return limit.at === 'most' ? median(samples) <= limit.value : median(samples) >= limit.value
}

/** A line of the table, in the order of its head. `date` is that of the run. */
export function lineOf(outcome: Outcome, date: string): string {
  const { key, name, baseline, unit, samples, peakMiB, limit } = outcome
  const span =
    samples.length > 1 ? ` (${figure(Math.min(...samples), unit)} to ${figure(Math.max(...samples), unit)})` : ''
  return `| ${[
    `${key} ${name}`,
    baseline === '' ? 'alone' : baseline,
    `${figure(median(samples), unit)}${unit === 'x' ? ' x' : ` ${unit}`}${span}`,
    peakMiB === null ? '' : String(Math.round(peakMiB)),
    limit ? `at ${limit.at} ${limit.value}${unit === 'x' ? ' x' : ` ${unit}`}` : '',
    limit ? (holds(samples, limit) ? 'yes' : 'no') : '',
    date,
  ].join(' | ')} |`
}

function figure(value: number, unit: Unit): string {
  return unit === 'x' || unit === 's' ? value.toFixed(2) : value < 10 ? value.toFixed(1) : String(Math.round(value))
}

const begin = '<!-- bench: begin -->'
const end = '<!-- bench: end -->'

/**
 * The page with the table between its two marks brought up to date: a line that was measured again takes the place of the older one,
 * others stay with their dates. Throws when the page has no marks.
 */
export function withLines(page: string, lines: readonly string[], machine: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('The page has no marks between which the table belongs')
  const nameOf = (line: string): string => line.split('|')[1]?.trim() ?? ''
  const kept = new Map<string, string>()
  for (const line of page.slice(from, to).split('\n')) {
    if (/^\| [A-Z]\d /.test(line)) kept.set(nameOf(line), line)
  }
  for (const line of lines) kept.set(nameOf(line), line)
  const sorted = [...kept.keys()].toSorted((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
  const head = [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`]
  const table = [...head, ...sorted.map((name) => kept.get(name) ?? '')]
  return `${page.slice(0, from)}${begin}\n\nMachine: ${machine}\n\n${table.join('\n')}\n\n${page.slice(to)}`
}

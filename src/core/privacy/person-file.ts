import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { ExportedFile } from '../../contract/exported-file.ts'
import { personPlaceNames, type PersonPlace } from '../../contract/privacy-places.ts'
import { privacyText } from './privacy-text.ts'
import type { Trace } from './trace.ts'

/** Everything about a person in one file: a page to read and print, or data for another program. */
export function personFile(traces: readonly Trace[], format: 'html' | 'json', now: Date): ExportedFile {
  const { personFile: text } = privacyText
  const byPlace = Map.groupBy(traces, ({ place }) => place)
  const date = localDate(now)
  const fileName = `${text.name} ${date}.${format}`
  if (format === 'json') {
    const content = {
      made: now.toISOString(),
      ...Object.fromEntries([...byPlace].map(([place, of]) => [place, of.map(({ content: one }) => one)])),
    }
    return {
      fileName,
      mimeType: 'application/json',
      encoding: 'utf8',
      content: JSON.stringify(content, null, 2),
      rows: traces.length,
    }
  }
  const sections = [...byPlace].map(([place, of]) => sectionOf(personPlaceNames[place], place, of)).join('\n')
  return {
    fileName,
    mimeType: 'text/html;charset=utf-8',
    encoding: 'utf8',
    content: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(text.title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%;margin:0 0 1em}
th,td{border:1px solid #bbb;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{width:14em;background:#f3f3f3}</style></head>
<body><h1>${escaped(text.title)}</h1><p>${escaped(text.made(formatDate(date)))}</p>
${sections || `<p>${escaped(text.none)}</p>`}
</body></html>
`,
    rows: traces.length,
  }
}

const sectionOf = (title: string, place: PersonPlace, traces: readonly Trace[]): string =>
  `<h2 id="${place}">${escaped(title)} (${traces.length})</h2>\n${traces.map(({ content }) => tableOf(content)).join('\n')}`

function tableOf(content: unknown): string {
  const rows =
    typeof content === 'object' && content !== null && !Array.isArray(content)
      ? Object.entries(content).filter(([, value]) => value !== null && value !== '')
      : [['', content] as const]
  return `<table>${rows.map(([name, value]) => `<tr><th>${escaped(titleOf(name))}</th><td>${escaped(textOf(value))}</td></tr>`).join('')}</table>`
}

/** "mobile_number" and "mobileNumber" as words. */
const titleOf = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.filter((one) => one !== '').join(', ')
  return JSON.stringify(value) ?? ''
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

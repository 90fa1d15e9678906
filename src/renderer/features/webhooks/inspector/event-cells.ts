import { localDate } from '../../../../contract/calendar-date.ts'
import type { ReceivedEvent } from '../../../../contract/webhooks.ts'
import { formatBytes, formatDate } from '../../../ui/format.ts'
import type { GridCell, GridColumn } from '../../../ui/grid/grid.ts'
import { eventLabel } from '../webhooks-text.ts'
import { inspectorText } from './inspector-text.ts'

const { events: text } = inspectorText

export const eventColumns: readonly GridColumn[] = [
  { key: 'at', title: text.columns.at, width: 104, fixed: true },
  { key: 'event', title: text.columns.event, width: 130 },
  { key: 'summary', title: text.columns.summary, width: 300 },
  { key: 'applied', title: text.columns.applied, width: 210 },
  { key: 'size', title: text.columns.size, width: 84, align: 'end' },
]

/** Beside an open event, which shows the rest. */
export const narrowEventColumns = eventColumns.slice(0, 3)

/** The time of day of a moment, to the second, on this PC's clock: "2:05:09 pm"; with the date when that is not today. */
export function formatClock(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = moment.getHours()
  const clock = `${hours % 12 || 12}:${two(moment.getMinutes())}:${two(moment.getSeconds())} ${hours < 12 ? 'am' : 'pm'}`
  if (moment.toDateString() === now.toDateString()) return clock
  return `${formatDate(localDate(moment))}, ${clock}`
}

function nameCell({ event, state }: ReceivedEvent): GridCell {
  if (state === 'malformed') return { text: event ? eventLabel(event) : text.malformed, tone: 'error' }
  const label = eventLabel(event ?? '')
  return { text: label, title: event ?? label }
}

function resultCell({ applied, state }: ReceivedEvent): GridCell {
  if (applied) return { text: applied.words }
  return { text: state === 'malformed' ? text.notApplied : '', tone: 'muted' }
}

export function eventCell(event: ReceivedEvent, key: string): GridCell {
  switch (key) {
    case 'at':
      return { text: formatClock(event.at), tone: 'muted' }
    case 'event':
      return nameCell(event)
    case 'summary':
      return { text: event.summary }
    case 'applied':
      return resultCell(event)
    default:
      return { text: formatBytes(event.sizeBytes), tone: 'muted' }
  }
}

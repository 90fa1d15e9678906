import type { ReceivedEvent } from '../../../../contract/webhooks.ts'
import { formatBytes } from '../../../ui/format.ts'
import type { GridCell, GridColumn } from '../../../ui/grid/grid.ts'
import { eventLabel } from '../webhooks-text.ts'
import { formatClock } from './clock-time.ts'
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

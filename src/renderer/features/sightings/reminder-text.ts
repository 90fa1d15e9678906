import { outcomeKind } from '../../../contract/call-note.ts'
import type { DueCall } from '../../../contract/contact.ts'
import { callText } from './call-text.ts'
import { formatTimeOfDay } from '../../ui/format.ts'
import { sightingsText } from './sightings-text.ts'

const { due: text } = callText

/** The notice of calls whose time has come: "Call back: Priya Raman, 2:30 pm". */
export function reminderText(calls: readonly DueCall[]): string {
  const [first] = calls
  if (!first || calls.length > 1) return text.several(calls.length)
  const name = first.clientName || sightingsText.list.unnamed
  return text.reminder(outcomeKind(first.outcome).label, name, formatTimeOfDay(first.nextTime))
}

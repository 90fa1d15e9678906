import type { PracticeOutage, PracticeSpeed, PracticeState } from '../../../contract/practice.ts'
import { assertNever } from '../../../contract/result.ts'
import { formatCount, plural } from '../../ui/format.ts'

export interface SpeedChoice {
  readonly speed: PracticeSpeed
  readonly label: string
  readonly hint: string
}

/** Slow enough to explain what is seen, as it is in earnest, fast, and without any waiting. */
export const speedChoices: readonly SpeedChoice[] = [
  { speed: 5, label: 'Slow', hint: '5/s' },
  { speed: 40, label: 'Normal', hint: '40/s' },
  { speed: 400, label: 'Fast', hint: '400/s' },
  { speed: 'at-once', label: 'At once', hint: 'no waiting' },
]

export const outageChoices: readonly { readonly outage: PracticeOutage; readonly label: string }[] = [
  { outage: 'none', label: 'Nothing: the service answers' },
  { outage: 'no-network', label: 'The network is lost' },
  { outage: 'service-down', label: 'The service is down' },
]

const speedWords = (speed: PracticeSpeed): string => {
  if (speed === 'at-once') return 'Uploaded customers are processed at once.'
  if (speed === 0) return 'Uploaded customers are not processed: the speed is 0.'
  return `${formatCount(speed)} uploaded ${speed === 1 ? 'customer is' : 'customers are'} processed a second.`
}

const outageWords = (outage: PracticeOutage): string => {
  switch (outage) {
    case 'none':
      return 'The service answers as usual.'
    case 'no-network':
      return 'The network is lost: every call fails, as if this PC were offline.'
    case 'service-down':
      return 'The service is down: it turns every call away.'
    default:
      return assertNever(outage)
  }
}

/** What is on now, in sentences. */
export function standingWords(state: PracticeState): string[] {
  const waiting =
    state.waiting === 0
      ? 'none is waiting to be processed'
      : `${formatCount(state.waiting)} ${state.waiting === 1 ? 'is' : 'are'} waiting to be processed`
  return [
    outageWords(state.outage),
    speedWords(state.speed),
    `It holds ${plural(state.customers, 'customer')} in all regions; ${waiting}.`,
  ]
}

/** The line under "Practice data" in the sidebar: what is out of the ordinary comes first. Null: not known yet. */
export function badgeWords(state: PracticeState | null): string {
  const outage = state?.outage ?? 'none'
  switch (outage) {
    case 'no-network':
      return 'The network is lost, for practice.'
    case 'service-down':
      return 'The service is down, for practice.'
    case 'none':
      return 'Nothing leaves this PC and nothing costs money.'
    default:
      return assertNever(outage)
  }
}

/** What was typed as customers a second; null when it is no such number. */
export function readSpeed(typed: string): number | null {
  const text = typed.trim().replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  const speed = Number(text)
  return speed <= 100_000 ? speed : null
}

/** What goes and what stays when practice begins anew. */
export function resetWords(openUploads: number): string {
  const ending =
    openUploads === 0 ? '' : ` ${plural(openUploads, 'upload is', 'uploads are')} under way and will end here.`
  return `All practice customers, sightings and uploads are removed, in every region, and new made-up customers take their place.${ending} Spreadsheets that you are preparing stay, and your other connections are not touched. This cannot be undone.`
}

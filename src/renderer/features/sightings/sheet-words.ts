import type { Region } from '../../../contract/region.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { formatDate, formatTimeOfDay } from '../../ui/format.ts'
import { listingSite } from '../../vehicle/listing-link.ts'
import { callText } from './call-text.ts'
import { sourceLabel } from './car-source.ts'
import { carStatus, gapText, priceChange, soldAgoText } from './car-summary.ts'
import { answerLabel, questions } from './outcomes.ts'
import { sightingsText } from './sightings-text.ts'

/** What the card asks first, to tick on paper. */
export const sheetTicks = questions.start.filter((answer) => answer !== 'no-call').map(answerLabel)

/** Why to call, as sentences, the most important first. `gap`: how the price compares with similar cars, or with the price before. */
export function sheetWords(
  car: SightedCar,
  region: Region,
  now: Date,
): { readonly gap: string; readonly reasons: readonly string[] } {
  const { callNote, sightings, source, assignedTo } = car
  const { sheet: text } = sightingsText
  const change = priceChange(car, region)?.text ?? ''
  const compared = gapText(car, region)
  const planned = [formatDate(callNote?.nextDate ?? null), formatTimeOfDay(callNote?.nextTime ?? null)]
  const status = [carStatus(car).text, ...planned].filter(Boolean).join(' ')
  const sentences = [
    compared === '' ? '' : change,
    status,
    callNote?.note ?? '',
    sightingsText.list.listed(car.daysSinceFirstSeen) + text.on(listingSite(sightings[0]?.listingUrl ?? '')),
    assignedTo ? callText.assign.assigned(assignedTo.name) : '',
    source ? sourceLabel(source) : '',
    soldAgoText(car, now),
  ].filter(Boolean)
  return {
    gap: compared || change,
    reasons: sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)),
  }
}

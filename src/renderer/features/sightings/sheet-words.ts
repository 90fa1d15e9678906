import { outcomeKind } from '../../../contract/call-note.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { formatDate, formatMoney, formatTimeOfDay } from '../../ui/format.ts'
import { listingSite } from '../../vehicle/listing-link.ts'
import { assignText } from './assign-text.ts'
import { callText } from './call-text.ts'
import { sourceLabel } from './car-source.ts'
import { carStatus, priceChange } from './car-summary.ts'
import { agoText } from './next-dates.ts'
import { isBranch, questions } from './outcomes.ts'
import { priceGap } from './price-position.ts'
import { sightingsText } from './sightings-text.ts'

/** What the card asks first, to tick on paper. */
export const sheetTicks: readonly string[] = questions.start
  .filter((answer) => answer !== 'no-call')
  .map((answer) => (isBranch(answer) ? callText.questions.branches[answer] : outcomeKind(answer).label))

/** Why to call, as sentences, the most important first. `gap`: how the price compares with similar cars, or with the price before. */
export function sheetWords(
  car: SightedCar,
  region: Region,
  now: Date,
): { readonly gap: string; readonly reasons: readonly string[] } {
  const { customer, callNote, sightings, source, assignedTo } = car
  const { sheet: text } = sightingsText
  const dollars = priceGap(car)
  const change = priceChange(car, region)?.text ?? ''
  const compared = dollars === null ? '' : callText.car.gap(dollars, formatMoney(Math.abs(dollars), region))
  const planned = [formatDate(callNote?.nextDate ?? null), formatTimeOfDay(callNote?.nextTime ?? null)]
  const status = [carStatus(car).text, ...planned].filter(Boolean).join(' ')
  const ago = customer.saleDate === null ? '' : agoText(customer.saleDate, now)
  const sentences = [
    compared === '' ? '' : change,
    status,
    callNote?.note ?? '',
    sightingsText.list.listed(car.daysSinceFirstSeen) + text.on(listingSite(sightings[0]?.listingUrl ?? '')),
    assignedTo ? assignText.assigned(assignedTo.name) : '',
    source ? sourceLabel(source) : '',
  ].filter(Boolean)
  return {
    gap: compared || change,
    reasons: [
      ...sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)),
      ...(ago === '' ? [] : [callText.car.soldAgo(ago)]),
    ],
  }
}

import { outcomeKind } from '../../../contract/call-note.ts'
import { safeCell } from '../../../contract/csv-injection.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { formatDate, formatMoney, formatPlate } from '../../ui/format.ts'
import { callText } from './call-text.ts'
import { nextStepsText } from './call-history.ts'
import { carTitle, customerName, priceChange, priceToMarket } from './car-summary.ts'

const { entry: text } = callText

/**
 * A car of the call list as a few lines of text for an email or a chat. A Do Not Contact person has no number and no details of the car. No
 * line begins a formula, because each becomes a cell in a spreadsheet.
 */
export function entryText(car: SightedCar, region: Region): string {
  const { customer, callNote, sightings } = car
  if (customer.doNotContact) return safeLines([customerName(car), text.doNotContact])
  const change = priceChange(car, region)
  const price = car.price === null ? callText.car.noPrice : formatMoney(car.price, region)
  const plate = [formatPlate(customer.rego, region), customer.state].filter(Boolean).join(' ')
  const next = callNote ? nextStepsText(callNote) : ''
  return safeLines([
    customerName(car),
    car.phone?.shown ?? text.noNumber,
    car.email ?? '',
    [carTitle(car), plate].filter(Boolean).join(', '),
    customer.saleDate ? text.sold(formatDate(customer.saleDate)) : '',
    text.price(change ? `${price} (${change.text})` : price),
    [priceToMarket(car)?.sentence, car.comparison?.words].filter(Boolean).join(' '),
    sightings[0]?.listingUrl ?? '',
    callNote ? text.last(outcomeKind(callNote.outcome).label, formatDate(callNote.at), callNote.note) : text.notCalled,
    next && text.next(next),
  ])
}

const safeLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map(safeCell)
    .join('\n')

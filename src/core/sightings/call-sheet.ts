import { formatDate } from '../../contract/calendar-date.ts'
import type { CallNote, SightedCar } from '../../contract/sightings.ts'
import type { ExportTable } from '../export/table-file.ts'
import { outcomeKind } from './call-list.ts'
import { callSheetText as text } from './sightings-text.ts'

const dueLabels: Readonly<Record<SightedCar['due'], string>> = {
  overdue: text.overdue,
  today: text.today,
  later: '',
  none: '',
}

/**
 * The call sheet: one row per car. A Do Not Contact person has a name and that outcome only, no number and no details
 * of the car.
 */
export function callSheet(cars: readonly SightedCar[], today: string): ExportTable {
  return {
    name: text.name(formatDate(today).replaceAll('/', '-')),
    columns: text.columns,
    rows: cars.map((car) => {
      const { customer, callNote, sightings } = car
      const newest = sightings[0]
      if (customer.doNotContact) {
        return text.columns.map((column) =>
          column === 'Customer'
            ? customer.clientName
            : column === 'Outcome'
              ? outcomeKind('do_not_contact').label
              : null,
        )
      }
      return [
        dueLabels[car.due],
        customer.clientName,
        car.phone?.shown ?? null,
        customer.state,
        customer.rego,
        customer.vin,
        customer.vehicleTitle,
        customer.saleDate && formatDate(customer.saleDate),
        car.price,
        car.earlierPrice,
        formatDate(car.firstSeenAt),
        formatDate(car.lastSeenAt),
        newest?.listingTitle ?? null,
        newest?.listingUrl ?? null,
        outcomeKind(car.outcome).label,
        ...callNoteCells(callNote),
      ]
    }),
  }
}

function callNoteCells(callNote: CallNote | null): readonly (string | number | null)[] {
  if (!callNote) return [null, null, null, null]
  return [callNote.note, callNote.nextAction, callNote.nextDate && formatDate(callNote.nextDate), callNote.amount]
}

import { formatDate } from '../../contract/calendar-date.ts'
import type { CallNote, SightedCar } from '../../contract/sightings.ts'
import type { ExportTable } from '../export/table-file.ts'
import { outcomeKind } from './call-list.ts'

const columns = [
  'Due',
  'Customer',
  'Phone',
  'State',
  'Rego',
  'VIN',
  'Vehicle',
  'Sold on',
  'Asking price',
  'Earlier price',
  'First seen',
  'Last seen',
  'Listing',
  'Link',
  'Outcome',
  'Note',
  'Next step',
  'Next date',
  'Offer',
]

const dueWords: Readonly<Record<SightedCar['due'], string>> = {
  overdue: 'Overdue',
  today: 'Today',
  later: '',
  none: '',
}

/** The call sheet: one line a car. Of a person who is not to be contacted it has the name and that, and nothing to call or go on. */
export function callSheet(cars: readonly SightedCar[], today: string, localDay: (at: string) => string): ExportTable {
  return {
    name: `Call sheet ${formatDate(today).replaceAll('/', '-')}`,
    columns,
    rows: cars.map((car) => {
      const { customer, callNote, sightings } = car
      const newest = sightings[0]
      if (customer.doNotContact) {
        return columns.map((column) =>
          column === 'Customer'
            ? customer.clientName
            : column === 'Outcome'
              ? outcomeKind('do_not_contact').label
              : null,
        )
      }
      return [
        dueWords[car.due],
        customer.clientName,
        car.phone?.shown ?? null,
        customer.state,
        customer.rego,
        customer.vin,
        customer.vehicleTitle,
        customer.saleDate && formatDate(customer.saleDate),
        car.price,
        car.earlierPrice,
        formatDate(localDay(car.firstSeenAt)),
        formatDate(localDay(car.lastSeenAt)),
        newest?.listingTitle ?? null,
        newest?.listingUrl ?? null,
        outcomeKind(car.outcome).label,
        ...noted(callNote),
      ]
    }),
  }
}

function noted(callNote: CallNote | null): readonly (string | number | null)[] {
  if (!callNote) return [null, null, null, null]
  return [callNote.note, callNote.nextAction, callNote.nextDate && formatDate(callNote.nextDate), callNote.amount]
}

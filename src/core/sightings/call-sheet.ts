import { outcomeKind, type CallNote } from '../../contract/call-note.ts'
import { type DateFormat, formatDate } from '../../contract/calendar-date.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { Region } from '../../contract/region.ts'
import { formatPlate } from '../../contract/regional-format.ts'
import { sightingSorts, type SightingSort } from '../../contract/sighting-sort.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import type { CsvCell } from '../export/csv-text.ts'
import type { ExportTable } from '../export/table-file.ts'
import { callSheetText as text } from './sightings-text.ts'

const dueLabels: Readonly<Record<SightedCar['due'], string>> = {
  overdue: text.overdue,
  now: text.today,
  today: text.today,
  later: '',
  none: '',
}

const labelOf = (sort: SightingSort): string => sightingSorts.find(({ key }) => key === sort)?.label ?? ''

/**
 * The call sheet: one row per car. A Do Not Contact person has a name and that outcome only, no number and no details
 * of the car.
 */
export function callSheet(
  cars: readonly SightedCar[],
  sort: SightingSort,
  { today, region, dateFormat }: { readonly today: string; readonly region: Region; readonly dateFormat: DateFormat },
): ExportTable {
  return {
    name: text.name(formatDate(today).replaceAll('/', '-'), sort === 'suggested' ? '' : labelOf(sort)),
    columns: cars.some(({ source }) => source) ? [...text.columns, text.connection] : text.columns,
    rows: sheetRows(cars, region, dateFormat),
  }
}

function* sheetRows(
  cars: readonly SightedCar[],
  region: Region,
  dateFormat: DateFormat,
): Generator<readonly CsvCell[]> {
  const dateText = (date: string): string => formatDate(date, dateFormat)
  for (const [index, car] of cars.entries()) {
    const { customer, callNote, sightings, source } = car
    const connection = source ? [text.source(source.name, regionNames[source.region])] : []
    const newest = sightings[0]
    if (customer.doNotContact) {
      const cells = text.columns.map((column) =>
        column === 'Order'
          ? index + 1
          : column === 'Customer'
            ? customer.clientName
            : column === 'Outcome'
              ? outcomeKind('do_not_contact').label
              : null,
      )
      yield [...cells, ...connection]
      continue
    }
    yield [
      index + 1,
      dueLabels[car.due],
      customer.clientName,
      car.phone?.shown ?? null,
      customer.state,
      customer.rego && formatPlate(customer.rego, source?.region ?? region),
      customer.vin,
      customer.vehicleTitle,
      customer.saleDate && dateText(customer.saleDate),
      car.price,
      car.earlierPrice,
      dateText(car.firstSeenAt),
      dateText(car.lastSeenAt),
      newest?.listingTitle ?? null,
      newest?.listingUrl ?? null,
      outcomeKind(car.outcome).label,
      ...callNoteCells(callNote, dateFormat),
      car.assignedTo?.name ?? null,
      ...connection,
    ]
  }
}

function callNoteCells(callNote: CallNote | null, dateFormat: DateFormat): readonly (string | number | null)[] {
  if (!callNote) return [null, null, null, null, null]
  const { note, nextAction, nextDate, amount, person } = callNote
  return [note, nextAction, nextDate && formatDate(nextDate, dateFormat), amount, person?.name ?? text.notRecorded]
}

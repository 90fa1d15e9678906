import type { SightingsReport } from '../../contract/command-line.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import type { SightingsCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { textOf } from './exported-text.ts'

const carsPerPage = 200

/** The cars of the call list that were last seen since a date, newest first. */
export async function listSightings(
  { since, csv }: SightingsCommand,
  { calls, connection }: CommandParts,
): Promise<CommandAnswer<SightingsReport>> {
  // The window may show all connections in one list.
  const sources = [{ connectionId: connection.id, region: connection.region }]
  const filter = { sort: 'newest' as const, seenFrom: since, sources }
  const base: SightingsReport = {
    command: 'sightings',
    connection: connection.name,
    cars: [],
    exitCode: exitCode.done,
    message: null,
    failure: null,
  }
  if (csv) {
    const file = await calls.call('sightings.exportSheet', { ...filter, format: 'csv' })
    return { report: base, lines: [textOf(file)] }
  }
  const cars: SightedCar[] = []
  for (let total = 1; cars.length < total;) {
    const page = await calls.call('sightings.list', { ...filter, offset: cars.length, limit: carsPerPage })
    cars.push(...page.cars)
    total = page.cars.length === 0 ? cars.length : page.total
  }
  const report = { ...base, cars: cars.map(carOf) }
  return {
    report,
    lines: [
      commandText.plural(cars.length, 'car'),
      ...report.cars.map(({ lastSeenAt, name, rego, phone, vehicle, price, doNotContact }) =>
        [
          lastSeenAt.slice(0, 10),
          name ?? '–',
          rego ?? '–',
          doNotContact ? 'Do Not Contact' : (phone ?? 'no phone'),
          vehicle ?? '',
          price === null ? '' : `$${price.toLocaleString('en-AU')}`,
        ].join('  '),
      ),
    ],
  }
}

const carOf = ({ customer, phone, price, firstSeenAt, lastSeenAt, outcome }: SightedCar) => ({
  customerId: customer.id,
  name: customer.clientName,
  phone: phone?.shown ?? null,
  doNotContact: customer.doNotContact,
  rego: customer.rego,
  vin: customer.vin,
  vehicle: customer.vehicle?.title ?? null,
  price,
  firstSeenAt,
  lastSeenAt,
  outcome,
})

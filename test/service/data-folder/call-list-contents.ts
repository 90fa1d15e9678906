import { omitEmpty, type Reader } from './reader.ts'

export const callList: Reader = async ({ get }) => {
  const summary = await get('sightings.summary', {})
  const { total, cars } = await get('sightings.list', { view: 'all', offset: 0, limit: 200 })
  const read = []
  for (const { customer } of cars.toSorted((one, other) => (one.customer.id < other.customer.id ? -1 : 1))) {
    const { car, entries } = await get('sightings.get', { customerId: customer.id })
    read.push({
      customerId: customer.id,
      outcome: car.outcome,
      ...omitEmpty({
        isNew: car.isNew,
        priceDropped: car.hasDropped,
        price: car.price,
        earlierPrice: car.earlierPrice,
        sightings: car.sightings.length,
        phone: car.phone?.tel,
        doNotContact: car.customer.doNotContact,
        notes: entries.map((entry) =>
          omitEmpty({
            id: entry.id,
            at: entry.at,
            outcome: entry.outcome,
            // The note of an entry that allows contact again is written by the program.
            text: entry.outcome === 'new' ? null : entry.note,
            nextAction: entry.nextAction,
            nextDate: entry.nextDate,
            amount: entry.amount,
          }),
        ),
        comparison: car.comparison && {
          state: car.comparison.state,
          vehicleId: car.comparison.vehicleId,
          median: car.comparison.median,
          rank: car.comparison.rank,
          listings: car.comparison.of,
          sampleSize: car.comparison.sampleSize,
          days: car.comparison.daysChecked,
          adjustedPrice: car.comparison.adjustedPrice,
          at: car.comparison.at,
        },
      }),
    })
  }
  return {
    total,
    lastVisitAt: summary.lastVisitAt,
    newCars: summary.views.new,
    priceDrops: summary.views['price-drops'],
    closed: summary.views.closed,
    peopleNotToContact: summary.doNotContact,
    cars: read,
  }
}

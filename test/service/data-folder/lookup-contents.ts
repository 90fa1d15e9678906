import type { VehicleLookup } from '../../../src/contract/lookup.ts'
import type { DataFolderProgram } from './data-folder-program.ts'
import { type Reader } from './reader.ts'

const readLookup = (answer: VehicleLookup): unknown => ({
  id: answer.id,
  kind: answer.kind,
  query: answer.query,
  state: answer.state,
  outcome: answer.outcome,
  vehicleId: answer.vehicle?.vehicleId ?? null,
  title: answer.vehicle?.title ?? null,
  confidence: answer.vehicle?.confidence?.part ?? null,
  facets: answer.facets,
  fields: answer.vehicle?.details.map(({ name }) => name) ?? [],
  optionPacks: answer.optionPacks.map(({ id, price }) => ({ id, price })),
  vin: answer.authority?.vin ?? null,
  description: answer.authority?.description ?? null,
  warnings: answer.warnings.length,
  pinned: answer.pinned,
  fromThisPc: answer.kept,
  at: answer.at,
})

/** The look-ups that were made for the fixture. The reader repeats them, and each result has to come from this PC. */
export const sampleQueries = {
  plates: [
    { plate: 'REG4SUCCESS', state: 'VIC' },
    { plate: 'REG4WARNING', state: 'NSW' },
    { plate: 'REG4NOMATCH', state: 'QLD' },
    { plate: 'REG4VINONLY', state: 'WA' },
    { plate: 'NOPLATE', state: 'VIC' },
  ],
  words: { text: 'toyota corolla', chosen: { make: 'Toyota' }, count: 3 },
  facets: { make: 'Mazda' },
  specsCategories: ['base', 'safety'],
  minimumDays: 90,
} as const

/** The vehicle whose specs and market were looked up: that of the first plate. */
async function findVehicleId({ get }: DataFolderProgram): Promise<string> {
  const { vehicle } = await get('lookup.findPlate', sampleQueries.plates[0])
  if (vehicle?.vehicleId) return vehicle.vehicleId
  throw new Error('The first plate has no vehicle')
}

export const lookups: Reader = async (program) => {
  const { get } = program
  const { lookups: recent } = await get('lookup.recent', {})
  const opened = []
  for (const { id, kind } of recent) if (kind !== 'text') opened.push(readLookup(await get('lookup.open', { id })))
  const repeated = []
  for (const plate of sampleQueries.plates) repeated.push(readLookup(await get('lookup.findPlate', plate)))
  const vehicleId = await findVehicleId(program)
  const vin = recent.find(({ kind }) => kind === 'vin')?.query ?? ''
  const words = await get('lookup.search', sampleQueries.words)
  const facets = await get('lookup.facets', { chosen: sampleQueries.facets })
  const { plate, state } = sampleQueries.plates[0]
  const status = await get('lookup.status', { plate, state })
  const specs = await get('lookup.specs', { vehicleId, categories: [...sampleQueries.specsCategories] })
  const market = await get('market.view', { vehicleId, minimumDays: sampleQueries.minimumDays })
  return {
    recent: recent.map((each) => ({
      id: each.id,
      kind: each.kind,
      query: each.query,
      state: each.state,
      region: each.region,
      pinned: each.pinned,
      at: each.at,
    })),
    opened,
    repeated,
    vin: readLookup(await get('lookup.findVin', { vin })),
    words: {
      vehicles: words.vehicles.map((vehicle) => ({ vehicleId: vehicle.vehicleId, title: vehicle.title })),
      fromThisPc: words.kept,
      at: words.at,
    },
    facets: {
      total: facets.total,
      models: facets.facets.find(({ name }) => name === 'model')?.options,
      makes: facets.facets.find(({ name }) => name === 'make')?.options.length,
      fromThisPc: facets.kept,
      at: facets.at,
    },
    status: {
      plate: status.plate,
      state: status.state,
      vin: status.vin,
      status: status.status,
      expiry: status.expiry,
      incidents: status.incidents.map((incident) => ({ date: incident.recordedDate, code: incident.code })),
      fromThisPc: status.kept,
      at: status.at,
    },
    specs: {
      parts: specs.parts.map(({ category, given, details }) => ({
        category,
        given,
        fields: details.map(({ name }) => name),
      })),
      fromThisPc: specs.kept,
      at: specs.at,
    },
    market: {
      sampleSize: market.sampleSize,
      days: market.daysChecked,
      median: market.figures.median,
      medianKms: market.figures.medianKms,
      listings: market.listings.map((listing) => [listing.id, listing.price, listing.kms]),
      fromThisPc: market.kept,
      at: market.at,
    },
  }
}

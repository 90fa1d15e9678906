import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { runs } from '../runs.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { seededNumbers } from './seeded-numbers.ts'
import { checkShown, type Json, type JsonRecord } from './shown-answers.ts'
import { serveHere } from '../twins/served-here.ts'

type Next = () => number

const variants = runs(30)
const vin = '6FPAAAJGSW6A12345'

/** A service whose answers are what the test says, whatever is asked of it. */
async function startStrangeService(): Promise<{ url: string; answers: { body: Json } }> {
  const answers: { body: Json } = { body: {} }
  const server = createServer((request, response) => {
    const isCustomers = request.url?.startsWith('/v2/recapture') ?? false
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isCustomers ? { success: true, customers: [] } : answers.body))
  })
  return { url: await serveHere(server), answers }
}

const pick = <T>(next: Next, items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
const shuffled = <T>(next: Next, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const words = [
  'colour_code',
  'trimLevel',
  'Notes',
  'x-ray',
  'torque_nm',
  'co2_g_per_km',
  'is_import',
  'ranking',
  'ext',
  'ümlaut',
]

/** Every leaf is unlike all others, so that each is found or missed by itself. */
function makeLeaf(next: Next, counter: { count: number }): Json {
  counter.count += 1
  return next() < 0.6
    ? `leaf ${counter.count} ${Math.floor(next() * 1e6).toString(36)}`
    : 3_000_000 + counter.count * 977
}

/** The record with its fields shuffled, some renamed, some missing, and others that nobody knows. */
function strange(next: Next, record: JsonRecord, counter: { count: number }, depth = 0): JsonRecord {
  const entries = Object.entries(record).flatMap(([name, value]): [string, Json][] => {
    const chance = next()
    if (chance < 0.12) return []
    const renamed =
      chance < 0.24 ? pick(next, ['the', 'my', 'raw']) + name.replaceAll('_', '') : chance < 0.4 ? camel(name) : name
    return [[renamed, vary(next, value, counter, depth)]]
  })
  const extra = Array.from({ length: Math.floor(next() * 4) }, (_, at): [string, Json] => [
    `${pick(next, words)}${at}`,
    extraValue(next, counter, depth),
  ])
  return Object.fromEntries(shuffled(next, [...entries, ...extra]))
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function vary(next: Next, value: Json, counter: { count: number }, depth: number): Json {
  if (Array.isArray(value)) return value.map((item) => vary(next, item, counter, depth + 1))
  if (typeof value === 'object' && value !== null) return strange(next, value, counter, depth + 1)
  if (typeof value === 'number' && next() < 0.3) return String(value)
  return value
}

function extraValue(next: Next, counter: { count: number }, depth: number): Json {
  const chance = next()
  if (chance < 0.1) return null
  if (chance < 0.2) return next() < 0.5
  if (depth > 3 || chance < 0.7) return makeLeaf(next, counter)
  if (chance < 0.85)
    return Array.from({ length: 1 + Math.floor(next() * 4) }, () => extraValue(next, counter, depth + 1))
  return strange(next, { deep: makeLeaf(next, counter), other_part: makeLeaf(next, counter) }, counter, depth + 1)
}

/** In an envelope, at times. */
function wrapped(next: Next, body: JsonRecord): Json {
  const chance = next()
  return chance < 0.15 ? { success: true, data: body } : chance < 0.25 ? { result: body } : { success: true, ...body }
}

const vehicle = (next: Next, counter: { count: number }): JsonRecord => ({
  id: `veh-${Math.floor(next() * 1e9)}`,
  title: makeLeafText(next, counter),
  make: makeLeafText(next, counter),
  model: makeLeafText(next, counter),
  year: 2019,
  confidence: pick(next, ['standard', 'low', 0.873, '97 %']),
})
const makeLeafText = (next: Next, counter: { count: number }): string => {
  counter.count += 1
  return `leaf ${counter.count} ${Math.floor(next() * 1e6).toString(36)}`
}

async function connected(): Promise<{ program: ProgramTwin; answers: { body: Json } }> {
  const { url, answers } = await startStrangeService()
  const program = await startProgram()
  await program.get('connections.connect', {
    baseUrl: url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: 'strange' },
  })
  return { program, answers }
}

it(`of ${variants} services with fields renamed, missing and added, every field is shown and none causes an error`, async () => {
  const { program, answers } = await connected()
  const next = seededNumbers(20_261_121)
  const counter = { count: 0 }
  for (let variant = 0; variant < variants; variant += 1) {
    const upstream = strange(next, { vin, description: makeLeafText(next, counter), colour: 'RED' }, counter)
    const packs = Array.from({ length: Math.floor(next() * 3) }, (_, at) => ({
      id: `pack-${variant}-${at}`,
      name: makeLeafText(next, counter),
      price: 1_650,
    }))

    answers.body = wrapped(
      next,
      strange(next, { vehicle: vehicle(next, counter), option_packs: packs, upstream_vehicle: upstream }, counter),
    )
    checkShown(
      'plate',
      answers.body,
      await program.get('lookup.findPlate', { plate: `AB${variant}`, state: 'VIC', refresh: true }),
    )
    checkShown('vin', answers.body, await program.get('lookup.findVin', { vin, refresh: true }))

    const list = Array.from({ length: 3 }, () => strange(next, vehicle(next, counter), counter))
    answers.body = wrapped(next, strange(next, { vehicles: [] }, counter))
    const named = pick(next, ['vehicles', 'results', 'cars', 'items'])
    answers.body = next() < 0.2 ? list : { ...(answers.body as JsonRecord), [named]: list }
    checkShown('search', answers.body, await program.get('lookup.search', { text: `car ${variant}`, refresh: true }))

    answers.body = wrapped(
      next,
      strange(
        next,
        {
          plate_number: 'ABC123',
          state: 'VIC',
          vin,
          registration_status: makeLeafText(next, counter),
          incidents: [
            strange(next, { type_code: makeLeafText(next, counter), code: makeLeafText(next, counter) }, counter),
          ],
        },
        counter,
      ),
    )
    const status = await program.get('lookup.status', { plate: 'ABC123', state: 'VIC', refresh: true })
    checkShown('status', answers.body, status)

    answers.body = wrapped(
      next,
      strange(
        next,
        {
          specs: strange(
            next,
            {
              engine: { power_kw: 3_141, layout: makeLeafText(next, counter) },
              wheels: { front: { size: makeLeafText(next, counter) } },
              options: [makeLeafText(next, counter), { name: makeLeafText(next, counter) }],
              warranty: null,
            },
            counter,
          ),
        },
        counter,
      ),
    )
    checkShown(
      'specs',
      answers.body,
      await program.get('lookup.specs', { vehicleId: 'v1', categories: null, refresh: true }),
    )
    checkShown(
      'partial specs',
      answers.body,
      await program.get('lookup.specs', { vehicleId: 'v2', categories: ['engine'], refresh: true }),
    )

    const leads = Array.from({ length: 4 }, (_, at) =>
      strange(
        next,
        {
          id: `lead-${variant}-${at}`,
          price: 20_000 + at * 991,
          kms: 50_000 + at * 997,
          color: makeLeafText(next, counter),
        },
        counter,
      ),
    )
    answers.body = wrapped(next, strange(next, { sample_size: 4_321, days_checked: 60, leads }, counter))
    const view = await program.get('market.view', { vehicleId: `v${variant}`, refresh: true })
    checkShown('market', answers.body, view)
    const place = await program.get('market.place', { vehicleId: `v${variant}`, price: 21_000, kms: 51_000 })
    expect(place.words).toMatch(/\.$/)
    expect(place.words).not.toMatch(/undefined|null|NaN/)
    // Whatever a service calls facets, the answer is one.
    expect((await program.get('lookup.facets', { chosen: { make: `m${variant}` } })).facets).toHaveLength(11)
  }
  expect(program.unexpected).toEqual([])
})

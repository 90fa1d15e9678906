import type { Customer, EditableField } from '../../src/contract/customer-record.ts'
import type { FaultKind } from './faults.ts'
import { oddKinds, unreadable } from './odd-records.ts'
import { createDraws, type Draws } from './draws.ts'
import { startRoundProgram, type RoundProgram, type RoundReport } from './round-program.ts'
import { likeService } from './unlike-service.ts'
import { createTortureCustomers, regoOf } from '../service/torture-customers.ts'

const customers = 120
/** The part of the changes that are deletions. */
const deletions = 0.1
/** After the last change has been sent: longer than any call takes to arrive, and several syncs. */
const afterwardsMs = 15 * 60_000

type Values = Record<EditableField, string | null>

/** Changes customers through faults and kills, and compares the service, the cache and the bin with the changes made. */
export async function runCustomersRound(
  seed: number,
  kinds: readonly FaultKind[],
  changes = 500,
): Promise<RoundReport> {
  const draws = createDraws(seed)
  const expected = new Map<string, Values>()
  const round = await startRoundProgram(
    {
      seed,
      service: {
        customersPerSecond: Number.POSITIVE_INFINITY,
        maxUploadCustomers: null,
        listLagMs: 0,
        failingRegos: [],
      },
      batchSize: 100,
      pageSize: draws.whole(25, 200),
      useOAuth: draws.chance(0.5),
      faultShare: draws.pick([0.05, 0.2, 0.4]),
      faultKinds: kinds,
      kills: draws.pick([0, 1, 2, 3]),
      killWithin: 3_000,
      // Decades away, the dates of the edits would be refused.
      clockJumpDays: [-1, -0.05, 0.05, 1],
      oddKindsFor: () => oddKinds.filter((kind) => !unreadable.includes(kind)),
      unlike: likeService,
      prepare: (url, apiKey) => createTortureCustomers(url, apiKey, customers),
    },
    draws,
  )
  for (let index = 0; index < customers; index += 1) {
    expected.set(regoOf(index), { clientName: `Client ${index}`, mobileNumber: null, saleDate: null, expiryDate: null })
  }
  const deleted = new Map<string, Values>()
  try {
    await round.runUntil(async () => (await round.simulation.ask('customers.status', {})).total === customers)
    await round.startTrouble()
    await changeCustomers(round, changes, expected, deleted)
    await checkCustomers(round, expected, deleted)
  } catch (error) {
    round.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const { story, ...report } = round.report()
  await round.close()
  return { ...report, story: `customers: ${changes} changes, ${deleted.size} of them deletions; ${story}` }
}

/** Makes the changes, a few each second, and waits until nothing is left to send and nothing can arrive any more. */
async function changeCustomers(
  round: RoundProgram,
  changes: number,
  expected: Map<string, Values>,
  deleted: Map<string, Values>,
): Promise<void> {
  const { simulation, draws } = round
  const trouble = simulation.nowMs() + draws.whole(180_000, 900_000)
  let made = 0
  let endMs: number | null = null
  /** The change that was being made when the program was killed is made again. */
  let unfinished: (() => Promise<void>) | null = null
  await round.runUntil(
    async () => {
      const nowMs = simulation.nowMs()
      if (nowMs > trouble) await round.endTrouble()
      const { reachability } = await simulation.ask('connections.state', {})
      if (reachability === 'sign-in-required') await round.connection.signIn()
      if (made < changes) {
        const list = new Map((await listCustomers(round)).map((customer) => [customer.rego ?? '', customer]))
        for (let count = draws.whole(1, 12); count > 0 && made < changes; count -= 1) {
          unfinished ??= planChange(round, list, expected, deleted)
          await unfinished()
          unfinished = null
          made += 1
        }
        return false
      }
      const { edits, deletions: open } = await simulation.ask('customers.status', {})
      const isAllSent = edits.pending + open.pending === 0 && simulation.callsOnTheirWay() === 0
      endMs = isAllSent ? (endMs ?? nowMs + afterwardsMs) : null
      return endMs !== null && nowMs > Math.max(endMs, trouble)
    },
    () => (made < changes ? 2_000 : Number.POSITIVE_INFINITY),
  )
}

function planChange(
  { simulation, draws }: RoundProgram,
  list: ReadonlyMap<string, Customer>,
  expected: Map<string, Values>,
  deleted: Map<string, Values>,
): () => Promise<void> {
  const regos = [...expected.keys()]
  const rego = regos[draws.whole(0, regos.length - 1)] ?? ''
  const values = expected.get(rego)
  const customer = list.get(rego)
  if (!values || !customer) throw new Error(`${rego} is not in the list`)
  const { id, lastUpdated } = customer
  if (draws.chance(deletions)) {
    expected.delete(rego)
    deleted.set(rego, values)
    return async () =>
      void (await simulation.ask('customers.delete', { selection: { by: 'ids', ids: [id] }, holdMs: 10_000 }))
  }
  const [field, value] = drawValue(draws)
  expected.set(rego, { ...values, [field]: value === '' ? null : value })
  return async () => void (await simulation.ask('customers.edit', { id, field, value, lastUpdated }))
}

function drawValue(draws: Draws): readonly [EditableField, string] {
  const day = (year: number): string =>
    `${year}-${String(draws.whole(1, 12)).padStart(2, '0')}-${String(draws.whole(1, 28)).padStart(2, '0')}`
  const field = draws.pick<EditableField>(['clientName', 'mobileNumber', 'saleDate', 'expiryDate'])
  if (field !== 'clientName' && draws.chance(0.2)) return [field, '']
  switch (field) {
    case 'clientName':
      return [field, `Name Number${'abcdefghij'[draws.whole(0, 9)]}${'abcdefghij'[draws.whole(0, 9)]}`]
    case 'mobileNumber':
      return [field, `04915${draws.whole(70_000, 70_999)}`]
    case 'saleDate':
      return [field, day(draws.whole(2015, 2024))]
    case 'expiryDate':
      return [field, day(draws.whole(2030, 2034))]
  }
}

async function listCustomers({ simulation }: RoundProgram): Promise<Customer[]> {
  return (await simulation.ask('customers.list', { offset: 0, limit: 500, sort: 'rego', descending: false })).customers
}

async function checkCustomers(
  round: RoundProgram,
  expected: ReadonlyMap<string, Values>,
  deleted: ReadonlyMap<string, Values>,
): Promise<void> {
  const { problems, simulation } = round
  const { edits } = await simulation.ask('customers.edits', {})
  for (const { state, field, value, elsewhere } of edits)
    problems.push(`Open edit: ${state} ${field} ${value} ${elsewhere}`)
  const there = (await round.serviceState()).customers.map((record) => ({
    rego: record.rego,
    clientName: record.client_name,
    mobileNumber: record.mobile_number,
    saleDate: record.sale_date?.slice(0, 10) ?? null,
    expiryDate: record.expiry_date?.slice(0, 10) ?? null,
  }))
  const { records } = await simulation.ask('customers.bin', { search: '', offset: 0, limit: 500 })
  compare(problems, 'The service', there, expected)
  compare(problems, 'The cache', await listCustomers(round), expected)
  compare(
    problems,
    'The bin',
    records.map(({ customer }) => customer),
    deleted,
  )
}

function compare(
  problems: string[],
  where: string,
  found: readonly (Values & { readonly rego: string | null })[],
  expected: ReadonlyMap<string, Values>,
): void {
  const text = ({ clientName, mobileNumber, saleDate, expiryDate }: Values): string =>
    [clientName, mobileNumber, saleDate, expiryDate].join(' | ')
  const regos = new Set(found.map(({ rego }) => rego))
  const missing = [...expected.keys()].filter((rego) => !regos.has(rego))
  if (found.length !== expected.size || missing.length > 0) {
    problems.push(`${where} has ${found.length} customers instead of ${expected.size}, without ${missing.join()}`)
  }
  for (const record of found) {
    const values = expected.get(record.rego ?? '')
    if (!values) problems.push(`${where} has ${record.rego}, which should not be there`)
    else if (text(values) !== text(record)) {
      problems.push(`${where} has ${record.rego} with ${text(record)} instead of ${text(values)}`)
    }
  }
}

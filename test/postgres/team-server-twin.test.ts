import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTeamOwner } from '../../src/core/team/server/team-owner.ts'
import { maxBodyBytes, type SealedEntry, type TeamServer } from '../../src/core/team/team-server.ts'
import { createTeamServerTwin } from '../twins/team-server-twin.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { connectPc, failureOf, parsedAddress } from './team-parts.ts'
import { runs } from '../runs.ts'

/** The same calls on PostgreSQL and on its twin: both give the same answers and refusals. */
let postgres: PostgresHere
let address: string
const open: TeamServer[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  const owner = createTeamOwner({ address: parsedAddress(await postgres.createDatabase()), certificates: null })
  await owner.createTables()
  address = (await owner.addMember()).address
  await owner.close()
})

const closeAll = async (): Promise<void> => {
  for (const each of open.splice(0)) await each.close()
}
afterEach(closeAll)
afterAll(() => postgres?.stop())

/** Two connections of one new team, and two of a new twin. */
function createPairs(): readonly (readonly [TeamServer, TeamServer])[] {
  const [team, twin] = [randomUUID(), createTeamServerTwin()]
  const pairs = [0, 1].map((): [TeamServer, TeamServer] => [connectPc(team, address), twin.connect()])
  open.push(...pairs.flat())
  return pairs
}

const outcomeOf = async (call: Promise<unknown>): Promise<unknown> => {
  const failure = (await failureOf(call)) as { readonly kind: string; readonly message: string } | null
  return failure === null ? { value: await call } : { kind: failure.kind, message: failure.message }
}

async function expectSame(
  [real, twin]: readonly [TeamServer, TeamServer],
  call: (server: TeamServer) => Promise<unknown>,
) {
  const answer = await outcomeOf(call(real))
  expect(await outcomeOf(call(twin))).toEqual(answer)
  return answer
}

const [one, other] = [randomUUID(), randomUUID()]
const entry = (n: number, text: string, device: string = one): SealedEntry => ({ device, n, body: Buffer.from(text) })

it('refuses what PostgreSQL refuses, and stores nothing of it', async () => {
  const refusals: (readonly SealedEntry[])[] = [
    [entry(2, 'after a gap')],
    [entry(1, 'one'), entry(3, 'after a gap')],
    [entry(0, 'zero')],
    [entry(-1, 'before zero')],
    [entry(1.5, 'a half')],
    [{ device: one, n: 1, body: new Uint8Array(maxBodyBytes + 1) }],
    [entry(1, 'no device', 'not a UUID')],
    [entry(1, 'no device', '')],
  ]
  for (const pushed of refusals) {
    const [pair] = createPairs()
    expect(await expectSame(pair!, (server) => server.push(pushed))).toHaveProperty('kind')
    expect(await expectSame(pair!, (server) => server.heads())).toEqual({ value: new Map() })
  }
})

it('stores nothing of a push with another body under a number that is taken', async () => {
  const [pair] = createPairs()
  await expectSame(pair!, (server) => server.push([entry(1, 'one'), entry(2, 'two')]))
  for (const pushed of [
    [entry(2, 'another two'), entry(3, 'three')],
    [entry(1, 'one'), entry(2, 'another two'), entry(3, 'three')],
    [entry(3, 'three'), entry(1, 'another one')],
  ]) {
    expect(await expectSame(pair!, (server) => server.push(pushed))).toMatchObject({ kind: 'conflict' })
    expect(await expectSame(pair!, (server) => server.heads())).toEqual({ value: new Map([[one, 2]]) })
  }
})

it('stores what PostgreSQL stores, with the same bytes and names', async () => {
  const [pair] = createPairs()
  const bodies = [
    Buffer.from('a\0b'),
    Buffer.alloc(0),
    Buffer.from([255, 254, 0]),
    new Uint8Array(maxBodyBytes).fill(9),
  ]
  const pushed = bodies.map((body, at) => ({ device: one.toUpperCase(), n: at + 1, body }))
  for (const call of [
    (server: TeamServer) => server.push([]),
    (server: TeamServer) => server.push(pushed),
    // The second was stored empty, as an erased one is.
    (server: TeamServer) => server.push([{ device: one, n: 2, body: Buffer.from('erased before') }]),
    (server: TeamServer) => server.heads(),
    (server: TeamServer) => server.pull(one, 0, 10),
    (server: TeamServer) => server.pull(one.toUpperCase(), 1, 2),
    (server: TeamServer) => server.pull(other, 0, 10),
    (server: TeamServer) => server.pull(one, 4, 10),
    (server: TeamServer) => server.pull(one, 0, 0),
    (server: TeamServer) => server.pull('not a UUID', 0, 10),
  ]) {
    expect(await expectSame(pair!, call)).toBeDefined()
  }
})

it('gives large entries in as many answers', async () => {
  const [pair] = createPairs()
  const large = Array.from({ length: 70 }, (_, at) => ({ device: one, n: at + 1, body: Buffer.alloc(60_000, at) }))
  for (let from = 0; from < large.length; from += 10)
    expect(await expectSame(pair!, (server) => server.push(large.slice(from, from + 10)))).toHaveProperty('value')
  for (let after = 0; after < large.length;) {
    const { value } = (await expectSame(pair!, (server) => server.pull(one, after, 100))) as { value: unknown[] }
    after += value.length
  }
})

it('fails after it was closed', async () => {
  const [pair] = createPairs()
  await expectSame(pair!, (server) => server.heads())
  await expectSame(pair!, (server) => server.close())
  expect(await expectSame(pair!, (server) => server.heads())).toMatchObject({ kind: 'offline' })
  expect(await expectSame(pair!, (server) => server.push([entry(1, 'one')]))).toMatchObject({ kind: 'offline' })
})

it('calls the listeners of connections that have made a call, when something was stored', async () => {
  const [first, second] = createPairs()
  const calls = [0, 1].map((side) => {
    const heard: string[] = []
    first![side]!.watch(() => heard.push('first'))
    second![side]!.watch(() => heard.push('second'))
    return heard
  })
  await expectSame(first!, (server) => server.push([entry(1, 'one')]))
  await expect.poll(() => calls).toEqual([['first'], ['first']])
  await expectSame(second!, (server) => server.heads())
  await expectSame(first!, (server) => server.push([entry(1, 'one')]))
  await expectSame(first!, (server) => server.push([entry(2, 'two')]))
  await expect
    .poll(() => calls.map((heard) => heard.toSorted()))
    .toEqual([
      ['first', 'first', 'second'],
      ['first', 'first', 'second'],
    ])
})

it('answers calls at random like PostgreSQL', async () => {
  const device = fc.constantFrom(one, other)
  const pushed = fc
    .tuple(
      device,
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 4 }),
    )
    .map(([name, from, texts]) => texts.map((text, at) => entry(from + at, text, name)))
  const call = fc.oneof(
    { weight: 4, arbitrary: pushed.map((entries) => (server: TeamServer) => server.push(entries)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(device, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 5 }))
        .map((range) => (server: TeamServer) => server.pull(...range)),
    },
  )
  await fc.assert(
    fc
      .asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), async (script) => {
        const [pair] = createPairs()
        for (const each of script) expect(await expectSame(pair!, each)).toBeDefined()
        await expectSame(pair!, (server) => server.heads())
        for (const name of [one, other]) await expectSame(pair!, (server) => server.pull(name, 0, 100))
      })
      .afterEach(closeAll),
    { numRuns: runs(40) },
  )
})

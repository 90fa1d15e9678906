import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTeamOwner, type TeamOwner } from '../../src/core/team/server/team-owner.ts'
import { maxBodyBytes, type TeamServer } from '../../src/core/team/team-server.ts'
import { startCutProxy } from './cut-proxy.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { connectPc, failureOf, parsedAddress } from './team-parts.ts'
import { sealedEntries, sealEntry } from './sealed-entries.ts'

let postgres: PostgresHere
let ownerAddress: string
let owner: TeamOwner
let member: { readonly login: string; readonly address: string }
const open: { close(): Promise<void> }[] = []

const databaseOf = (text: string): string => parsedAddress(text).database

/** A PC of the team with the rights of a member. */
function connectMember(team: string, address: string = member.address): TeamServer {
  const server = connectPc(team, address)
  open.push(server)
  return server
}

function connectOwner(address: string): TeamOwner {
  const connected = createTeamOwner({ address: parsedAddress(address), certificates: null })
  open.push(connected)
  return connected
}

beforeAll(async () => {
  postgres = await startPostgres()
  ownerAddress = await postgres.createDatabase()
  owner = createTeamOwner({ address: parsedAddress(ownerAddress), certificates: null })
  await owner.createTables()
  member = await owner.addMember()
})

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

afterAll(async () => {
  await owner?.close()
  await postgres?.stop()
})

describe('entries in PostgreSQL', () => {
  it('come back in order with their bytes, by device', async () => {
    const team = randomUUID()
    const server = connectMember(team)
    const [one, other] = [sealedEntries(7), sealedEntries(2)]
    await server.push(one)
    await server.push(other)
    expect(await server.pull(one[0]!.device, 2, 3)).toEqual(one.slice(2, 5))
    expect(await server.pull(other[0]!.device, 0, 100)).toEqual(other)
    expect(await server.pull(randomUUID(), 0, 100)).toEqual([])
    expect(await server.heads()).toEqual(
      new Map([
        [one[0]!.device, 7],
        [other[0]!.device, 2],
      ]),
    )
  })

  it('are stored once when they are pushed twice, also in other batches', async () => {
    const server = connectMember(randomUUID())
    const entries = sealedEntries(5)
    await server.push(entries.slice(0, 3))
    await server.push(entries.slice(0, 3))
    await server.push(entries.slice(1))
    expect(await server.pull(entries[0]!.device, 0, 100)).toEqual(entries)
  })

  it('of one team are not seen by another', async () => {
    const entries = sealedEntries(2)
    await connectMember(randomUUID()).push(entries)
    expect(await connectMember(randomUUID()).heads()).toEqual(new Map())
  })

  it('are refused after a gap and with another body, and nothing of that push is stored', async () => {
    const server = connectMember(randomUUID())
    const entries = sealedEntries(4)
    const device = entries[0]!.device
    await server.push(entries.slice(0, 1))
    expect(await failureOf(server.push(entries.slice(2)))).toMatchObject({ kind: 'conflict' })
    expect(await failureOf(server.push([sealEntry(device, 1, 'Other')]))).toMatchObject({ kind: 'conflict' })
    expect(await failureOf(server.push([sealEntry(randomUUID(), 0, 'Zero')]))).not.toBeNull()
    expect(await server.pull(device, 0, 100)).toEqual(entries.slice(0, 1))
  })

  it('that are too large are refused, and the largest is stored', async () => {
    const server = connectMember(randomUUID())
    const device = randomUUID()
    const body = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7)
    expect(await failureOf(server.push([{ device, n: 1, body: body(maxBodyBytes + 1) }]))).toMatchObject({
      kind: 'rejected',
      message: 'An entry is too large for the team’s database.',
    })
    await server.push([{ device, n: 1, body: body(maxBodyBytes) }])
    expect(await server.heads()).toEqual(new Map([[device, 1]]))
  })

  it('that are large come in several answers', async () => {
    const server = connectMember(randomUUID())
    const device = randomUUID()
    const large = Array.from({ length: 50 }, (_, index) => ({
      device,
      n: index + 1,
      body: Buffer.alloc(60_000, index),
    }))
    for (let from = 0; from < 50; from += 10) await server.push(large.slice(from, from + 10))
    const first = await server.pull(device, 0, 50)
    expect(first.length).toBeGreaterThan(10)
    expect(first.length).toBeLessThan(50)
    expect(await server.pull(device, first.length, 50)).toHaveLength(50 - first.length)
  })

  it('call the listeners of another PC when they are pushed', async () => {
    const team = randomUUID()
    const [one, other] = [connectMember(team), connectMember(team)]
    let calls = 0
    other.watch(() => (calls += 1))
    await other.heads()
    await one.push(sealedEntries(1))
    await expect.poll(() => calls).toBeGreaterThan(0)
  })

  it('that are erased by the owner keep their numbers', async () => {
    const team = randomUUID()
    const server = connectMember(team)
    const entries = sealedEntries(3)
    const device = entries[0]!.device
    await server.push(entries)
    await owner.erase(team, device, [2])
    expect(await server.pull(device, 0, 10)).toEqual([entries[0], { device, n: 2, body: Buffer.alloc(0) }, entries[2]])
    // The PC that wrote it pushes again after a lost answer: what was erased does not come back.
    await server.push(entries)
    expect((await server.pull(device, 1, 1))[0]?.body).toHaveLength(0)
  })
})

describe('a member of the team', () => {
  it.each([
    "UPDATE forecourt.entry SET body = ''",
    'DELETE FROM forecourt.entry',
    'TRUNCATE forecourt.entry',
    'DROP TABLE forecourt.entry',
    'ALTER TABLE forecourt.entry DROP CONSTRAINT entry_size',
    'CREATE TABLE forecourt.other (a int)',
    'INSERT INTO forecourt.version VALUES (99, 99)',
    'DELETE FROM forecourt.version',
  ])('may not %s', async (statement) => {
    const { Client } = await import('pg')
    const client = new Client({ connectionString: member.address })
    await client.connect()
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    await client.end()
  })

  it('cannot hide a gap by a missing previous number', async () => {
    const { Client } = await import('pg')
    const client = new Client({ connectionString: member.address })
    await client.connect()
    const insert = (n: number, previous: number | null): Promise<unknown> =>
      client.query('INSERT INTO forecourt.entry VALUES ($1, $2, $3, $4, $5)', [
        randomUUID(),
        randomUUID(),
        n,
        previous,
        Buffer.of(1),
      ])
    await expect(insert(5, null)).rejects.toMatchObject({ code: '23514' })
    await expect(insert(5, 3)).rejects.toMatchObject({ code: '23514' })
    await expect(insert(5, 4)).rejects.toMatchObject({ code: '23503' })
    await expect(insert(0, null)).rejects.toMatchObject({ code: '23514' })
    await client.end()
  })

  it('that is removed loses its open connection and its sign-in, and the others go on', async () => {
    const team = randomUUID()
    const [leaving, staying] = [await owner.addMember(), await owner.addMember()]
    const [gone, other] = [connectMember(team, leaving.address), connectMember(team, staying.address)]
    await gone.push(sealedEntries(1))
    await owner.removeMember(leaving.login)
    await owner.removeMember(leaving.login)
    await expect.poll(() => failureOf(gone.heads())).toMatchObject({ kind: 'sign-in-required' })
    expect((await other.heads()).size).toBe(1)
  })
})

describe('the tables', () => {
  it('are created by two PCs at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const address = await postgres.createDatabase()
      const owners = Array.from({ length: 4 }, () => connectOwner(address))
      await Promise.all(owners.map((each) => each.createTables()))
      await owners[0]!.createTables()
      expect(await postgres.run('SELECT version FROM forecourt.version', databaseOf(address))).toEqual([
        { version: '1' },
      ])
      const added = await owners[0]!.addMember()
      const server = connectMember(randomUUID(), added.address)
      await server.push(sealedEntries(2))
    }
  })

  it('of a newer version are used while they allow it, and refused after that', async () => {
    const address = await postgres.createDatabase()
    await connectOwner(address).createTables()
    const database = databaseOf(address)
    const team = randomUUID()
    await postgres.run('INSERT INTO forecourt.version VALUES (2, 1)', database)
    expect(await connectMember(team, address).heads()).toEqual(new Map())
    await postgres.run('INSERT INTO forecourt.version VALUES (3, 3)', database)
    expect(await failureOf(connectMember(team, address).heads())).toMatchObject({
      kind: 'rejected',
      message: 'The team uses a newer version of Forecourt.',
    })
    // An older program changes nothing of them.
    await connectOwner(address).createTables()
    expect(await postgres.run('SELECT max(version) AS version FROM forecourt.version', database)).toEqual([
      { version: '3' },
    ])
  })

  it('hold nothing readable in a dump of the server', async () => {
    const team = randomUUID()
    const server = connectMember(team)
    const device = randomUUID()
    const planted = ['Margaret Featherstone', '+61491570006', 'QZX94J', 'JTDBR32E720123456']
    await server.push(planted.map((text, index) => sealEntry(device, index + 1, `{"note":"${text}"}`)))
    const words = ['--host=127.0.0.1', `--port=${postgres.port}`, '--username=forecourt_test']
    const dump = postgres.runProgram('pg_dump', [...words, databaseOf(member.address)])
    expect(dump).toContain(device)
    // bytea is dumped in hexadecimal.
    for (const text of planted) {
      expect(dump).not.toContain(text)
      expect(dump).not.toContain(Buffer.from(text).toString('hex'))
    }
  })
})

describe('a push', () => {
  it('is repeated after the line was cut at any byte, and stores each entry once', async () => {
    const proxy = await startCutProxy(postgres.port)
    const team = randomUUID()
    const through = connectMember(team, member.address.replace(`:${postgres.port}/`, `:${proxy.port}/`))
    const entries = sealedEntries(60)
    const device = entries[0]!.device
    let failures = 0
    for (let from = 0; from < entries.length; from += 5) {
      const direction = from % 2 === 0 ? 'to-server' : 'to-pc'
      proxy.cutAfter(1 + from * 7, direction)
      for (;;) {
        const failure = await failureOf(through.push(entries.slice(from, from + 5)))
        if (failure === null) break
        failures += 1
        expect(failure).toMatchObject({ kind: 'offline' })
      }
    }
    expect(failures).toBeGreaterThan(5)
    expect(await connectMember(team).pull(device, 0, 100)).toEqual(entries)
    await proxy.stop()
  })
})

import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  newDeviceKeys,
  privateKeyOf,
  privateKeyText,
  publicKeyText,
  type DeviceKeys,
} from '../../src/core/team/crypto/device-keys.ts'
import { sealEntry } from '../../src/core/team/crypto/sealed-entry.ts'
import { newTeamKey, type TeamKey } from '../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../src/core/team/log/entry-kinds.ts'
import { entryText, newEntryId } from '../../src/core/team/log/entry.ts'
import { createPostgresServer } from '../../src/core/team/server/postgres-server.ts'
import type { GivenMadeTeam, GivenTeam, Measurement } from '../measurement.ts'
import { bodyBytes, devices, parsed, withClient } from '../team-client.ts'
import { cpuMs } from '../tree-usage.ts'

const pushBatch = 500
const pullBatch = 5_000
const startMs = Date.UTC(2026, 10, 1)

export const measured = async (work: () => Promise<void>): Promise<{ totalMs: number; cpuMs: number }> => {
  const startedMs = performance.now()
  const startedCpuMs = cpuMs()
  await work()
  return { totalMs: performance.now() - startedMs, cpuMs: cpuMs() - startedCpuMs }
}

/** The same bytes inserted into a table of numbers and bytes, in batches of the same size. */
export const insertBare: Measurement<GivenTeam> = ({ address, team, entries }) =>
  withClient(address, async (client) => {
    const table = `bare_${team.replaceAll('-', '')}`
    await client.query(`CREATE TABLE ${table} (n bigint PRIMARY KEY, body bytea NOT NULL)`)
    return measured(async () => {
      for (let from = 0; from < entries; from += pushBatch) {
        const rows = Array.from({ length: pushBatch }, (_, at) => `($${at * 2 + 1}, $${at * 2 + 2})`)
        const values = Array.from({ length: pushBatch }, (_, at) => [from + at + 1, randomBytes(bodyBytes)]).flat()
        await client.query(`INSERT INTO ${table} (n, body) VALUES ${rows.join(', ')}`, values)
      }
    })
  })

/** The bodies of the team read in order from a table of numbers and bytes, which the row made. */
export const readBare: Measurement<GivenTeam> = ({ address, entries }) =>
  withClient(address, (client) =>
    measured(async () => {
      let read = 0
      while (read < entries) {
        const sql = `SELECT n, body FROM bare_bodies WHERE n > $1 ORDER BY n LIMIT ${pullBatch}`
        const { rows } = await client.query(sql, [read])
        if (rows.length === 0) throw new Error(`${read} of ${entries} rows were read`)
        read += rows.length
      }
    }),
  )

/** Entries pushed by one PC. */
export const pushEntries: Measurement<GivenTeam> = async ({ address, team, device, entries }) => {
  const server = createPostgresServer({ team, address: parsed(address), certificates: null })
  const figures = await measured(async () => {
    for (let from = 0; from < entries; from += pushBatch) {
      await server.push(
        Array.from({ length: pushBatch }, (_, at) => ({ device, n: from + at + 1, body: randomBytes(bodyBytes) })),
      )
    }
  })
  await server.close()
  return figures
}

/** Who is in the made team. In a file, because each measurement is a process. */
interface MadeTeam {
  readonly key: TeamKey & { readonly text: string }
  readonly members: readonly { readonly device: string; readonly sign: string; readonly box: string }[]
}

export const keysOf = ({ sign, box }: MadeTeam['members'][number]): DeviceKeys => {
  const [signKey, boxKey] = [privateKeyOf('Ed25519', sign), privateKeyOf('X25519', box)]
  if (!signKey || !boxKey) throw new Error('The keys of the team cannot be read')
  return { sign: signKey, box: boxKey }
}

/** The team that `fillTeam` made. */
export function readTeam(path: string) {
  const { key, members } = JSON.parse(readFileSync(path, 'utf8')) as MadeTeam
  return { key: { ...key, key: Buffer.from(key.text, 'hex') }, members }
}

function makeTeam(path: string): void {
  const key = newTeamKey(1)
  const members = Array.from({ length: devices + 1 }, () => {
    const keys = newDeviceKeys()
    return { device: randomUUID(), sign: privateKeyText(keys.sign), box: privateKeyText(keys.box) }
  })
  writeFileSync(path, JSON.stringify({ key: { ...key, text: Buffer.from(key.key).toString('hex') }, members }))
}

const nameOf = (at: number): string => `PC ${at}`

/** Adds entries of all devices but the last, as many of each, from number `from` to `to` of all. The first is the list of members. */
export const fillTeam: Measurement<GivenMadeTeam> = async ({ address, team, path, from, to }) => {
  if (from === 0) makeTeam(path)
  const { key, members } = readTeam(path)
  const [founder] = members
  const server = createPostgresServer({ team, address: parsed(address), certificates: null })
  let bytes = 0
  const figures = await measured(async () => {
    for (const [at, member] of members.slice(0, devices).entries()) {
      const keys = keysOf(member)
      const text = (n: number): string => {
        const head = {
          id: newEntryId(),
          at: [startMs + n * 1_000, 0] as const,
          after: [],
          by: { id: nameOf(at), name: nameOf(at) },
        }
        if (n > 1 || member !== founder) return entryText({ ...head, ...outcomeOf(n * devices + at) })
        const list = members.map((each, index) => {
          const { sign, box } = keysOf(each)
          const [signKey, boxKey] = [publicKeyText(sign), publicKeyText(box)]
          const role = index === 0 ? ('owner' as const) : ('member' as const)
          return { device: each.device, name: nameOf(index), role, signKey, boxKey, until: null }
        })
        return entryText({ ...head, kind: 'members', data: { version: 1, members: list, grants: [], keys: [] } })
      }
      const [first, last] = [Math.floor(from / devices) + 1, Math.floor(to / devices)]
      for (let n = first; n <= last; n += pushBatch) {
        const batch = Array.from({ length: Math.min(pushBatch, last - n + 1) }, (_, index) => {
          const place = { teamId: team, device: member.device, n: n + index }
          const body = sealEntry(text(place.n), place, key, keys.sign)
          bytes += body.length
          return { device: member.device, n: place.n, body }
        })
        await server.push(batch)
      }
    }
  })
  await server.close()
  return { ...figures, bodyBytes: bytes / (to - from) }
}

/** A call note of one of many customers. */
const outcomeOf = (number: number): TeamContent => ({
  kind: 'outcome',
  data: {
    car: {
      account: 'https://api.example.com au',
      region: 'au',
      customerId: `customer-${number % 20_000}`,
      rego: 'ABC123',
      state: 'NSW',
      vin: null,
      name: 'Jane Citizen',
    },
    outcome: 'no_answer',
    note: number % 3 === 0 ? 'Call again after work, wants to sell in spring' : '',
    nextAction: '',
    nextDate: null,
    nextTime: null,
    amount: null,
    calledAt: '2026-11-23T00:00:00.000Z',
  },
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { TeamStatus } from '../../src/contract/team.ts'
import { startCutProxy, type CutProxy } from './cut-proxy.ts'
import { startKillableProgram, type KillableProgram } from './killable-program.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { longTest } from '../runs.ts'

let postgres: PostgresHere
let proxy: CutProxy
let owner: KillableProgram
let address: string

beforeAll(async () => {
  postgres = await startPostgres()
  proxy = await startCutProxy(postgres.port)
  owner = await startKillableProgram('owner')
  address = (await postgres.createDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`)
  const made = { address, name: 'City Motors', pcName: 'Front desk' }
  await owner.get('team.create', made)
  const isSent = async (): Promise<void> => expect((await owner.get('team.status', {})).age?.waiting).toBe(0)
  await vi.waitFor(isSent, { timeout: 60_000 })
  // A PC whose entries are missing at the server: nobody ever has everything, so a new PC stays one that joins.
  const device = "'00000000-0000-4000-8000-000000000001'::uuid"
  await postgres.run(
    `SET session_replication_role = replica; INSERT INTO forecourt.entry (team, device, n, previous, body)
     SELECT team, ${device}, numbers.n, nullif(numbers.n - 1, 0), '\\x00'::bytea
     FROM (SELECT team FROM forecourt.entry LIMIT 1) AS one, (VALUES (1), (3)) AS numbers (n)`,
    'team_1',
  )
})
afterAll(async () => {
  await owner?.remove()
  await proxy?.stop()
  await postgres?.stop()
})

const status = ({ get }: KillableProgram): Promise<TeamStatus> => get('team.status', {})

/** A PC that has joined, and has received what is there. */
async function joinBy(pcName: string) {
  const member = await startKillableProgram(pcName)
  onTestFinished(() => member.remove())
  const { text, passphrase } = await owner.get('team.invite', { role: 'member', days: 1 })
  await member.get('team.join', { invitation: text, passphrase, pcName })
  await expect.poll(async () => (await status(member)).age?.waiting).toBe(0)
  await expect.poll(async () => (await status(member)).team?.members.length).toBeGreaterThan(1)
  expect((await status(member)).joining).toEqual({ losesWork: false })
  return member
}
const leftPcs = async (): Promise<string[]> => {
  await owner.get('team.syncNow', {})
  const { team } = await status(owner)
  return team?.members.flatMap(({ name, removed }) => (removed ? [name] : [])) ?? []
}
const secretsOf = ({ folder }: KillableProgram): string[] => {
  const file = join(folder, 'keychain.json')
  const names = existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object) : []
  return names.filter((name) => name.startsWith('team/'))
}

it('cancelling a join removes the team and its keys from the PC, and the others see that it left', async () => {
  const member = await joinBy('Back office')
  expect(secretsOf(member)).not.toEqual([])
  expect(await member.get('team.leave', {})).toMatchObject({ state: 'none', team: null })
  expect(secretsOf(member)).toEqual([])
  await expect.poll(leftPcs).toContain('Back office')
  expect(member.errors()).toEqual([])
})

longTest('a join is cancelled while the server is gone', async () => {
  const member = await joinBy('Workshop')
  await postgres.kill()
  expect(await member.get('team.leave', {})).toMatchObject({ state: 'none', team: null })
  expect(secretsOf(member)).toEqual([])
  await postgres.restart()
})

it('a PC that was killed while it cancelled joining finishes after its next start, and the others see that it left', async () => {
  const member = await joinBy('Sales office')
  proxy.hold()
  const answer = member.ask('team.leave', {})
  await expect.poll(async () => (await status(member)).leaving).toBe(true)
  await member.kill()
  expect(await answer).toBeNull()
  proxy.cut()
  proxy.release()
  await member.start()
  await expect.poll(async () => (await status(member)).state).toBe('none')
  expect(secretsOf(member)).toEqual([])
  await expect.poll(leftPcs).toContain('Sales office')
})

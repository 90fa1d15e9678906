import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startProgram } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'

let postgres: PostgresHere

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

it('shares the templates of two programs, also those from before the team and those that were saved while one was closed', async () => {
  const create = () => {
    const [dataFolder, vault] = [createDataFolder(), createVaultTwin()]
    return () => startProgram({ dataFolder, vault })
  }
  const [front, back] = [create(), create()]
  const [owner, member] = [await front(), await back()]
  const template = { id: null, channel: 'sms', subject: '' } as const
  await owner.get('sightings.saveTemplate', { ...template, name: 'Hello', text: 'Hi {first name}' })
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  const names = async (program: typeof owner): Promise<readonly string[]> =>
    (await program.get('sightings.templates', {})).templates.map(({ name }) => name)
  const whenNamed = (program: typeof owner, name: string): Promise<true> =>
    program.waitFor(async () => ((await names(program)).includes(name) ? true : undefined))
  await whenNamed(member, 'Hello')
  await member.get('sightings.saveTemplate', { ...template, name: 'Price', text: 'Your car' })
  await whenNamed(owner, 'Price')
  await owner.program.close()
  await member.get('sightings.saveTemplate', { ...template, name: 'Later', text: 'Still here?' })
  const again = await front()
  await whenNamed(again, 'Later')
  expect((await names(again)).toSorted()).toEqual((await names(member)).toSorted())
  for (const program of [again, member]) expect(program.unexpected).toEqual([])
})

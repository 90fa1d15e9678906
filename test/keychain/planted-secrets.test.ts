import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import keytar from 'keytar'
import { expect, it, onTestFinished } from 'vitest'
import { keychainService } from '../../src/core/vault/keychain-vault.ts'
import { startLife } from '../service/browser-host-life.ts'
import { filesIn, leaks, shownOfProcess } from '../service/planted-secrets.ts'
import { startFarService } from '../twins/practice-twin.ts'

const owner = { name: 'Wilhelmina Quackenbush', mobile: '0491570159' }

it('planted secrets stand in the keychain alone, also after a kill', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const service = await startFarService()
  let life = await startLife(folder, [], 'keychain')
  onTestFinished(() => life.end('SIGKILL'))
  const status = await life.waitFor(async () => {
    const now = await life.get('storage.status', {})
    return now.state === 'starting' ? undefined : now
  })
  expect(status).toMatchObject({ state: 'open', protection: 'keychain' })
  await life.get('connections.connect', {
    baseUrl: service.url,
    region: 'au',
    credentials: { scheme: 'oauth', clientId: service.clientId, clientSecret: service.clientSecret },
  })
  await life.get('connections.setCredentials', { scheme: 'api-key', apiKey: service.apiKey })
  await life.get('customers.sync', {})
  const csv = `Rego,State,Customer Name,Mobile\n1AB2CD,VIC,${owner.name},${owner.mobile}\n`
  const { id } = await life.get('drafts.open', { fileId: await life.send('list.csv', csv) })

  // What the keychain holds: the service's secret, and the key of the data.
  const kept = await keytar.findCredentials(keychainService)
  const secrets = Object.fromEntries(kept.map(({ account, password }) => [account, password]))
  expect(Object.values(secrets)).toContain(service.apiKey)
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(2)

  const shown = shownOfProcess(life.pid)
  const told = [life.said(), life.answered()]
  await life.end('SIGKILL')
  const killed = Object.fromEntries(Object.entries(filesIn(folder)).map(([file, text]) => [`${file} as killed`, text]))
  life = await startLife(folder, [], 'keychain')
  await life.waitFor(async () => ((await life.get('storage.status', {})).state === 'open' ? true : undefined))
  // The search itself works: the window received the customer, by the key from the keychain.
  const draft = await life.get('drafts.rows', { id, show: 'all', group: null, search: '', offset: 0, limit: 10 })
  expect(JSON.stringify(draft)).toContain(owner.name)
  const shownLater = shownOfProcess(life.pid)
  await life.end('SIGTERM')
  told.push(life.said(), life.answered())

  const keyring = filesIn(process.env['XDG_DATA_HOME'] ?? '')
  expect(Object.keys(keyring).join()).toContain('keyring')
  const places = { ...filesIn(folder), ...killed, ...shown, ...shownLater, ...keyring }
  expect(leaks({ ...places, told: told.join('\n') }, secrets)).toEqual([])
  expect(leaks(places, owner)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { createAuthoriser } from '../../../../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../../../../src/core/service/create-service-client.ts'
import type { Updater } from '../../../../../src/core/ports/updater.ts'
import type { TeamServer } from '../../../../../src/core/team/team-server.ts'
import type { ServiceClient } from '../../../../../src/core/service/service-client.ts'
import { outgoingCalls } from '../../../../../src/renderer/features/privacy/outgoing-calls.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'

const baseUrl = 'https://service.example.com'
type ClientCall = Exclude<keyof ServiceClient, 'region'>
const webhook = { name: 'A', region: 'au', format: 'json', endpoint: 'https://crm.example.com' } as const

/** How each call of the client is made. A new call does not compile without an entry here. */
const made: Record<ClientCall, (client: ServiceClient) => Promise<unknown>> = {
  createUpload: (client) => client.createUpload({ name: 'A', enable_rego_lookups: false, customers: [] }),
  getUpload: (client) => client.getUpload('{upload}'),
  cancelUpload: (client) => client.cancelUpload('{upload}'),
  listCustomers: (client) => client.listCustomers({ offset: 0, limit: 1 }),
  getCustomer: (client) => client.getCustomer('{customer}'),
  patchCustomer: (client) => client.patchCustomer('{customer}', { client_name: 'A' }),
  deleteCustomer: (client) => client.deleteCustomer('{customer}'),
  findByPlate: (client) => client.findByPlate('{rego}', 'VIC'),
  findByVin: (client) => client.findByVin('{vin}'),
  searchVehicles: (client) => client.searchVehicles({ text: 'a', chosen: {}, count: 1 }),
  facets: (client) => client.facets(['make'], {}),
  registrationStatus: (client) => client.registrationStatus('{rego}', 'VIC'),
  specs: (client) => client.specs('{vehicle}', null),
  marketOverlay: (client) => client.marketOverlay('{vehicle}', null),
  listWebhooks: (client) => client.listWebhooks(),
  getWebhook: (client) => client.getWebhook('{webhook}'),
  createWebhook: (client) => client.createWebhook(webhook),
  patchWebhook: (client) => client.patchWebhook('{webhook}', { name: 'A' }),
  deleteWebhook: (client) => client.deleteWebhook('{webhook}'),
  pingWebhook: (client) => client.pingWebhook('{webhook}'),
}

/** What the updater asks its server for; null: nothing. A new method does not compile without an entry here. */
const updater: Record<keyof Updater, string | null> = {
  check: 'Updater: check',
  download: 'Updater: download',
  restart: null,
}

/** What the server of a team is asked for; null: nothing that another entry does not name. A new method needs an entry here. */
const teamServer: Record<keyof TeamServer, string | null> = {
  push: 'Team database: send entries',
  heads: null,
  pull: 'Team database: read entries',
  watch: null,
  close: null,
}

/** Makes every call and returns their methods and paths. */
async function callsOfClient(): Promise<string[]> {
  const seen = new Set<string>()
  const tools = {
    baseUrl,
    clock: createClockTwin(),
    log: createLogTwin(),
    async fetch(url: string, init: RequestInit) {
      const { pathname } = new URL(url)
      seen.add(`${init.method ?? 'GET'} ${decodeURIComponent(pathname)}`)
      const body = pathname.includes('token') ? { access_token: 'token', expires_in: 3_600 } : { success: false }
      return new Response(JSON.stringify(body), { status: pathname.includes('token') ? 200 : 400 })
    },
  }
  const credentials = { scheme: 'oauth', clientId: 'id', clientSecret: 'secret' } as const
  const client = createServiceClient({
    ...tools,
    region: 'au',
    regionCode: 'au',
    authoriser: createAuthoriser({ ...tools, credentials }),
    onOutcome: () => undefined,
    random: () => 0,
  })
  const names = Object.keys(client).filter((name): name is ClientCall => name !== 'region')
  for (const name of names) await made[name](client)
  return [...seen]
}

describe('the page of what leaves this PC', () => {
  it('lists every call that the client of the service, the updater and the server of a team can make, and no other', async () => {
    const others = [...Object.values(updater), ...Object.values(teamServer)].filter((name) => name !== null)
    const possible = [...(await callsOfClient()), ...others]
    expect(outgoingCalls.map(({ call }) => call).toSorted()).toEqual(possible.toSorted())
  })

  it('says when, why and how to turn it off for each of them', () => {
    for (const { when, why, turnOff } of outgoingCalls) {
      expect([when, why, turnOff].every((text) => text.endsWith('.'))).toBe(true)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Customer } from '../../src/contract/customer-record.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { createSystemClock } from '../../src/core/ports/clock.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { addDrafts } from './drafts.ts'

/** Invented people; the numbers are reserved for fiction. */
const sold = [
  'Rego,State,Customer Name,Mobile,Sale Date,Finance Expiry,Colour,Second Phone',
  '1AB2CD,VIC,Priya Raman,0491570006,14/03/2022,14/03/2027,Red,0491570156',
  'ABC12D,NSW,Tom Reid,0491570157,01/02/2021,01/02/2026,Blue,',
  'DEF34G,NSW,Hana Okafor,0491570158,23/08/2020,,White,',
  'GHI56J,NSW,Liam Novak,0491570159,11/11/2023,11/11/2028,,',
  '1KL3MN,VIC,Mei Tanaka,0491570110,05/06/2022,,Silver,',
  '1OP4QR,VIC,Omar Haddad,0491570313,17/09/2021,17/09/2026,Black,',
  'S123ABC,SA,Ruth Ferreira,0491570737,30/04/2023,,Grey,',
  '123XYZ,QLD,Sven Lindqvist,0491571266,28/12/2022,28/12/2027,Green,',
  '456QLD,QLD,Talia Marsh,0491571491,02/07/2024,,,',
  '1UVW234,WA,Usha Banerjee,0491571804,19/10/2020,19/10/2025,Gold,',
]

/**
 * Works in a program as a dealership does, with a practice service and a colleague, until the network fails: one batch is being sent, two
 * edits wait, and a deletion is held back. `teamAddress`: an empty PostgreSQL database.
 */
export async function startFilledProgram(teamAddress: string): Promise<ProgramTwin> {
  const far = await startFarService({ seed: 7 })
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  let isOffline = false
  const clock = createSystemClock()
  const connect: typeof fetch = (url, init) => {
    if (isOffline) return Promise.reject(new TypeError('fetch failed'))
    return withUnreadableRecord(url, init)
  }
  const pc = await startProgram({ clock, fetch: (url, init) => connect(url, init) })
  const colleague = await startProgram()
  for (const [program, person] of [
    [pc, 'Alex Reed'],
    [colleague, 'Sam Lee'],
  ] as const) {
    const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
    await program.get('connections.connect', { name: 'City Motors', baseUrl: far.url, region: 'au', credentials })
    await program.get('people.add', { name: person })
  }
  await setUp(pc)
  await joinTeam(pc, colleague, teamAddress)
  await upload(pc, 'sold.csv', sold, 'Sold 2020 to 2024')
  await sync(pc)
  await workOnCalls(pc, colleague, far)
  await lookUp(pc)
  await receiveEvents(pc)
  far.control.settings.errorShare = 0.5
  await upload(pc, 'service.csv', [sold[0] ?? '', ...newRows('2BC', 8)], 'Service customers')
  far.control.settings.errorShare = 0
  await changeCustomers(pc, colleague)
  await watchFolder(pc, clock)
  await addDrafts(pc)
  await holdUpload(pc, far)
  isOffline = true
  await changeOffline(pc)
  return pc
}

/** The service lists an entry that has no id. */
async function withUnreadableRecord(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init)
  if (!/\/recapture\/customers\?/.test(String(url)) || init?.method !== 'GET' || !answer.ok) return answer
  const body = (await answer.json()) as { customers: object[] }
  const isLast = body.customers.length > 0 && !JSON.stringify(body).includes('"next"')
  return Response.json({ ...body, customers: isLast ? [...body.customers, { rego: 'NOID1' }] : body.customers })
}

const newRows = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `1${prefix}${at}${at},VIC,Customer ${prefix}${at},,15/05/2023,,,`)

async function setUp(pc: ProgramTwin): Promise<void> {
  await pc.get('connections.setAdvanced', { firstBatchSize: 5, mobileForm: 'international' })
  await pc.get('app.setPreferences', { theme: 'dark', density: 'comfortable', defaultState: 'VIC', tour: 'ended' })
  await pc.get('people.add', { name: 'Jo Park' })
  const { people } = await pc.get('people.list', {})
  await pc.get('people.setRetired', { personId: idOf(people, 'Jo Park'), retired: true })
  await pc.get('people.pick', { personId: idOf(people, 'Alex Reed') })
  await pc.get('sightings.setSettings', { checkEveryMinutes: 30, digestAt: '08:30' })
  await pc.get('sightings.setCallSettings', { holidays: 'state' })
  await pc.get('lookup.setSettings', { repeatAfterHours: 720, state: 'VIC', pageLength: 20 })
  await pc.get('retention.setDays', { days: { lookups: null, uploads: null, notes: null, logs: null, exports: 3_650 } })
}

async function joinTeam(pc: ProgramTwin, colleague: ProgramTwin, address: string): Promise<void> {
  const { invitation } = await pc.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await colleague.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  await pc.waitFor(async () => {
    const { team } = await pc.get('team.status', {})
    return team?.members.length === 2 ? true : undefined
  })
}

/** Sends a file of these lines; resolves when the service has processed it. */
async function upload(pc: ProgramTwin, fileName: string, lines: readonly string[], name: string): Promise<string> {
  const { fileId } = pc.program.intake.add(fileName, Buffer.from(`${lines.join('\n')}\n`))
  const draft = await pc.get('drafts.open', { fileId })
  const { id } = await pc.get('uploads.create', { draftId: draft.id, name, lookUpMissingVins: false })
  await pc.waitFor(async () => ((await pc.get('uploads.get', { id })).state === 'complete' ? true : undefined))
  return id
}

/** Reads the list of customers now; resolves at the end. */
async function sync(program: ProgramTwin): Promise<void> {
  await program.get('customers.sync', {})
  await program.waitFor(async () => ((await program.get('customers.status', {})).syncing === null ? true : undefined))
}

async function customerNamed(program: ProgramTwin, search: string): Promise<Customer> {
  const { customers } = await program.get('customers.list', { search, offset: 0, limit: 1 })
  const [found] = customers
  if (!found) throw new Error(`There is no ${search}`)
  return found
}

async function workOnCalls(pc: ProgramTwin, colleague: ProgramTwin, far: PracticeService): Promise<void> {
  const names = ['Priya', 'Tom', 'Hana', 'Liam', 'Mei', 'Omar', 'Usha']
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await customerNamed(pc, name)).id)
  const idNamed = (name: string): string => ids.get(name) ?? ''
  for (const id of ids.values()) far.control.makeSighting(id, 'new')
  far.control.makeSighting(idNamed('Priya'), 'price-change')
  for (const program of [pc, colleague]) {
    await sync(program)
    await program.waitFor(async () => {
      const { total } = await program.get('sightings.list', { offset: 0, limit: 10 })
      return total === names.length ? true : undefined
    })
  }
  await pc.get('sightings.visit', {})
  const record = (name: string, note: object) =>
    pc.get('sightings.record', { customerId: idNamed(name), outcome: 'no_answer', ...note })
  await record('Priya', { note: 'Rang twice' })
  await record('Priya', { outcome: 'call_back', nextAction: 'Ring', nextDate: '2027-01-15', nextTime: '09:30' })
  await record('Tom', { outcome: 'offer_made', amount: 18_500, note: 'Offered at the desk' })
  await record('Hana', { outcome: 'do_not_contact' })
  await record('Liam', { outcome: 'bought', note: 'Paid' })
  await record('Mei', { outcome: 'not_interested' })
  await pc.get('sightings.undoRecord', { customerId: idNamed('Mei') })
  await pc.get('sightings.recordMany', { customerIds: [idNamed('Mei'), idNamed('Omar')], outcome: 'voicemail' })
  const { people } = await pc.get('sightings.assignees', {})
  const alex = { id: idOf(people, 'Alex Reed'), name: 'Alex Reed' }
  await pc.get('sightings.assign', { cars: [{ customerId: idNamed('Priya'), to: alex }] })
  await pc.get('sightings.compare', { customerId: idNamed('Priya') })
  const template = { id: null, channel: 'sms', subject: '' } as const
  await pc.get('sightings.saveTemplate', { ...template, name: 'Hello', text: 'Hi {first name}, is your car for sale?' })
  await pc.get('sightings.setSender', { dealership: 'City Motors', salesperson: 'Alex' })
  const attempt = { attemptId: randomUUID(), channel: 'sms', template: 'Hello' } as const
  await pc.get('sightings.logAttempt', { customerId: idNamed('Omar'), ...attempt })
  await pc.get('customers.revealMobile', { id: idNamed('Hana') })
  await pc.get('sightings.exportSheet', { format: 'csv' })
  await colleague.get('sightings.record', { customerId: idNamed('Usha'), outcome: 'voicemail', note: 'From the back' })
  await pc.waitFor(async () => {
    await pc.get('team.syncNow', {})
    const { entries } = await pc.get('sightings.history', { customerId: idNamed('Usha') })
    return entries.length > 0 ? true : undefined
  })
}

async function lookUp(pc: ProgramTwin): Promise<void> {
  const plate = await pc.get('lookup.findPlate', { plate: '1AB2CD', state: 'VIC' })
  await pc.get('lookup.pin', { id: plate.id, pinned: true })
  await pc.get('lookup.status', { plate: '1AB2CD', state: 'VIC' })
  const text = 'Rego,State\n1AB2CD,VIC\nGHI56J,NSW\nZZZ999,NSW\n'
  const { id } = await pc.get('bulkLookups.create', { source: { from: 'text', text } })
  const { toAsk } = await pc.get('bulkLookups.get', { id })
  await pc.get('bulkLookups.start', { id, expectedToAsk: toAsk })
  await pc.waitFor(async () => ((await pc.get('bulkLookups.get', { id })).endedAt ? true : undefined))
  await pc.get('bulkLookups.create', { source: { from: 'text', text: '1AB2CD\nABC12D\n' } })
}

async function receiveEvents(pc: ProgramTwin): Promise<void> {
  const endpoint = 'https://hooks.example.com/crm?token=secret'
  const webhook = { name: 'CRM', region: 'au' as const, endpoint, events: ['recapture_new'] }
  const { id } = await pc.get('webhooks.create', webhook)
  await pc.get('webhooks.ping', { id })
  await pc.get('webhooks.list', {})
  const { address } = await pc.get('inspector.start', {})
  for (const body of [JSON.stringify({ event: 'ping', data: {} }), 'not JSON']) {
    await fetch(address ?? '', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  }
  await pc.waitFor(async () => ((await pc.get('inspector.state', {})).kept === 2 ? true : undefined))
  await pc.get('inspector.stop', {})
}

async function changeCustomers(pc: ProgramTwin, colleague: ProgramTwin): Promise<void> {
  await sync(pc)
  const edit = async (program: ProgramTwin, name: string, field: 'clientName' | 'expiryDate', value: string) => {
    const { id, lastUpdated } = await customerNamed(program, name)
    await program.get('customers.edit', { id, field, value, lastUpdated })
  }
  const settled = (program: ProgramTwin) =>
    program.waitFor(async () => ((await program.get('customers.status', {})).edits.pending === 0 ? true : undefined))
  await edit(pc, 'Sven', 'expiryDate', '28/12/2028')
  await settled(pc)
  await edit(colleague, 'Talia', 'clientName', 'Talia Marsh-Young')
  await settled(colleague)
  await edit(pc, 'Talia', 'clientName', 'Talia Young')
  await settled(pc)
  const view = { id: null, name: 'Expiring in Queensland', sort: 'expiryDate' as const, descending: false, columns: [] }
  await pc.get('customers.saveView', { ...view, filter: CustomerFilter.parse({ states: ['QLD'] }) })
  await pc.get('customers.setColumns', { columns: [{ key: 'clientName', widthPx: 200, shown: true, pinned: true }] })
  const { id } = await customerNamed(pc, 'Customer 2BC')
  await pc.get('customers.delete', { selection: { by: 'ids', ids: [id] } })
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).inBin === 1 ? true : undefined))
  const { matches } = await pc.get('privacy.findPerson', { text: 'Ruth Ferreira' })
  await pc.get('privacy.deletePerson', { text: 'Ruth Ferreira', chosen: matches.map(({ key }) => key) })
  await pc.waitFor(async () => {
    const { deletions } = await pc.get('privacy.deletions', {})
    return deletions.every(({ state, atService }) => state === 'done' && atService.deleted === 1) ? true : undefined
  })
}

/** A watched folder whose file waits as a draft. */
async function watchFolder(pc: ProgramTwin, clock: ReturnType<typeof createSystemClock>): Promise<void> {
  const path = join(createDataFolder(), 'import')
  mkdirSync(path)
  writeFileSync(join(path, 'friday.csv'), [sold[0], ...newRows('3CD', 3)].join('\n'))
  const { current } = await pc.get('connections.state', {})
  await pc.get('folders.chooseFolder', { path })
  const byHand = { templateId: null, sendByItself: false, lookUpMissingVins: false, maxPaidLookups: 0 }
  const { id } = await pc.get('folders.add', { path, connectionId: current?.id ?? '', region: 'au', ...byHand })
  await expect
    .poll(async () => {
      clock.addSleep(5_000)
      return (await pc.get('folders.files', { id, offset: 0, limit: 5 })).files[0]?.outcome
    })
    .toBe('waiting')
  await pc.get('folders.setPaused', { id, paused: true })
}

/** An upload of which the service has two batches, while the third is being sent. */
async function holdUpload(pc: ProgramTwin, far: PracticeService): Promise<void> {
  const { fileId } = pc.program.intake.add('november.csv', Buffer.from([sold[0], ...newRows('4DE', 20)].join('\n')))
  const draft = await pc.get('drafts.open', { fileId })
  const post = { method: 'POST', path: '/v2/recapture/upload' } as const
  const before = far.control.calls.count(post)
  const first = far.control.holdNext({ ...post, after: 'effect' })
  const creating = pc.get('uploads.create', { draftId: draft.id, name: 'November', lookUpMissingVins: false })
  await first.arrived
  const third = far.control.holdNext({ ...post, after: 'before' })
  first.release()
  await creating
  await third.arrived
  if (far.control.calls.count(post) <= before) throw new Error('Nothing was sent')
}

async function changeOffline(pc: ProgramTwin): Promise<void> {
  for (const [name, field, value] of [
    ['Omar', 'mobileNumber', '0491570156'],
    ['Omar', 'saleDate', '18/09/2021'],
  ] as const) {
    const { id, lastUpdated } = await customerNamed(pc, name)
    await pc.get('customers.edit', { id, field, value, lastUpdated })
  }
  const { id } = await customerNamed(pc, 'Sven')
  await pc.get('customers.delete', { selection: { by: 'ids', ids: [id] }, holdMs: 60_000 })
}

const idOf = (people: readonly { readonly id: string; readonly name: string }[], name: string): string =>
  people.find((person) => person.name === name)?.id ?? ''

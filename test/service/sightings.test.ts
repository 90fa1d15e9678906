import { CallGroup, countOf, groupsToCall } from '../../src/contract/call-group.ts'
import { describe, expect, it } from 'vitest'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { createPracticeTwin } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { longTest } from '../runs.ts'

/** A program in practice whose customers have been read, none of them seen for sale. */
async function practising(
  given: Parameters<typeof startProgram>[0] = {},
): Promise<ProgramTwin & { readonly asked: string[] }> {
  const asked: string[] = []
  const practice = createPracticeTwin({ customersPerSecond: Infinity })
  const program = await startProgram({
    practice,
    fetch: (url, init) => {
      asked.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`)
      return fetch(url, init)
    },
    ...given,
  })
  await program.get('connections.startPractice', { region: 'au' })
  return Object.assign(program, { asked })
}

/** Uploads these plates; resolves when their customers are in the copy. */
async function upload(program: ProgramTwin, rows: readonly string[]): Promise<void> {
  const { settings } = program.practice.service().control
  settings.sightingShare = 0
  settings.errorShare = 0
  const csv = `Rego,State,Client Name,Mobile,Sale Date\n${rows.join('\n')}\n`
  const { fileId } = program.program.intake.add('sold.csv', Buffer.from(csv))
  const draft = await program.get('drafts.open', { fileId })
  await program.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false })
  await program.waitFor(async () => {
    const { total, syncing } = await program.get('customers.status', {})
    return (total >= rows.length && syncing === null) || undefined
  })
}

const people = [
  'XYZ789,VIC,Priya Raman,0491570006,14/03/2022',
  'ABC12D,NSW,Tom Reid,0491570156,1/2/2021',
  'DEF34G,NSW,Thomas Reid,+61 491 570 156,1/2/2020',
]

async function customerId(program: ProgramTwin, search: string): Promise<string> {
  const { customers } = await program.get('customers.list', { search, offset: 0, limit: 1 })
  const [found] = customers
  if (!found) throw new Error(`There is no ${search}`)
  return found.id
}
const list = async (program: ProgramTwin, groups: readonly CallGroup[] = CallGroup.options) =>
  (await program.get('sightings.list', { groups: [...groups], offset: 0, limit: 100 })).cars
const spotted = (program: ProgramTwin, count: number): Promise<readonly SightedCar[]> =>
  program.waitFor(async () => {
    const cars = await list(program)
    return cars.length === count ? cars : undefined
  })

/** In practice with these people, of whom the car of one has just been seen. */
async function withOneSeen(): Promise<{ readonly program: ProgramTwin; readonly car: SightedCar | undefined }> {
  const program = await practising()
  await upload(program, people)
  program.practice.service().control.makeAnySighting('au')
  await program.get('customers.sync', {})
  const [car] = await spotted(program, 1)
  return { program, car }
}

describe('sightings against the service', () => {
  it('appear after the next sync with a notification, and stay one car when the price drops', async () => {
    const titles: string[] = []
    const program = await practising({ notifier: { show: ({ title }) => void titles.push(title) } })
    await upload(program, people)
    expect(await list(program)).toEqual([])
    const priya = await customerId(program, 'Priya')
    const { control } = program.practice.service()
    control.makeSighting(priya, 'new')
    await program.get('customers.sync', {})
    const [car] = await spotted(program, 1)
    expect(car).toMatchObject({
      customer: { clientName: 'Priya Raman', saleDate: '2022-03-14' },
      isNew: true,
      phone: { tel: 'tel:+61491570006' },
    })
    await expect.poll(() => titles).toContain('A past customer’s car was just listed.')

    await program.get('sightings.markSeen', {})
    control.makeSighting(priya, 'price-change')
    await program.get('customers.sync', {})
    const again = await program.waitFor(async () => {
      const [one] = await list(program)
      return one && one.sightings.length === 2 ? one : undefined
    })
    expect(again.isNew).toBe(false)
    const prices = again.sightings.map(({ listingPrice }) => listingPrice)
    expect([again.price, again.earlierPrice]).toEqual(prices)
    const isDrop = (again.price ?? 0) < (again.earlierPrice ?? 0)
    expect(again.hasDropped).toBe(isDrop)
    expect(await list(program, ['price-drops'])).toHaveLength(isDrop ? 1 : 0)
    expect(program.unexpected).toEqual([])
  })

  it('keep call notes after a restart, also of a deleted customer', async () => {
    const dataFolder = createDataFolder()
    const vault = createVaultTwin()
    const first = await practising({ dataFolder, vault })
    await upload(first, people)
    const ids = [await customerId(first, 'Priya'), await customerId(first, 'DEF34G')]
    for (const id of ids) first.practice.service().control.makeSighting(id)
    await first.get('customers.sync', {})
    await spotted(first, 2)
    for (const id of ids) {
      await first.get('sightings.record', { customerId: id, outcome: 'no_answer', note: 'Rang twice' })
    }
    await first.get('customers.delete', { selection: { by: 'ids', ids: ids.slice(1) } })
    await spotted(first, 1)
    await first.program.close()

    const second = await startProgram({ dataFolder, vault })
    const { entries } = await second.get('sightings.get', { customerId: ids[0] ?? '' })
    expect(entries).toMatchObject([{ outcome: 'no_answer', note: 'Rang twice' }])
    expect((await second.get('sightings.summary', {})).week.at(-1)?.called).toBe(2)
  })

  it('request a comparison once and reuse the saved result', async () => {
    const program = await practising()
    await upload(program, people)
    const priya = await customerId(program, 'Priya')
    program.practice.service().control.makeSighting(priya)
    await program.get('customers.sync', {})
    await spotted(program, 1)
    const lookUps = (): string[] => program.asked.filter((call) => !call.includes('/recapture/'))
    const before = lookUps().length
    const [one, other] = await Promise.all([
      program.get('sightings.compare', { customerId: priya }),
      program.get('sightings.compare', { customerId: priya }),
    ])
    expect(one.comparison?.words).toMatch(/\w/)
    expect(other.comparison).toEqual(one.comparison)
    const paid = lookUps().length - before
    expect(paid).toBeGreaterThan(0)
    expect((await program.get('sightings.compare', { customerId: priya })).comparison).toEqual(one.comparison)
    expect(lookUps().length - before).toBe(paid)
    program.practice.service().control.settings.serviceDown = true
    expect((await list(program))[0]?.comparison).toEqual(one.comparison)
  })

  it('mark a Do Not Contact person in every record of the customers list', async () => {
    const program = await practising()
    await upload(program, people)
    const [first, second] = [await customerId(program, 'ABC12D'), await customerId(program, 'DEF34G')]
    for (const id of [first, second]) program.practice.service().control.makeSighting(id)
    await program.get('customers.sync', {})
    await spotted(program, 2)
    await program.get('sightings.record', { customerId: first, outcome: 'do_not_contact' })
    expect(await list(program, groupsToCall)).toEqual([])
    for (const { phone, customer } of await list(program, ['done'])) {
      expect({ phone, number: customer.mobileNumber }).toEqual({ phone: null, number: null })
    }
    const { customers } = await program.get('customers.list', { offset: 0, limit: 100 })
    expect(
      customers
        .filter(({ doNotContact }) => doNotContact)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([first, second].toSorted())
    const sheet = await program.get('sightings.exportSheet', { format: 'csv' })
    expect(sheet.content).not.toContain('570 156')
    expect(sheet.content).not.toContain('570156')
    await program.get('sightings.allowContact', { customerId: second })
    expect(await list(program, groupsToCall)).toHaveLength(2)
  })

  longTest('are removed when practice is reset', async () => {
    const { program, car } = await withOneSeen()
    await program.get('sightings.record', { customerId: car?.customer.id ?? '', outcome: 'bought' })
    await program.get('practice.reset', { endUploads: true })
    const { groups, week } = await program.get('sightings.summary', {})
    expect(countOf(groups)).toBe(0)
    expect(week.at(-1)).toMatchObject({ called: 0, bought: 0 })
  })

  longTest('are counted as unsynced data before the connection is removed', async () => {
    const { program, car } = await withOneSeen()
    const id = (await program.get('connections.state', {})).current?.id ?? ''
    expect(await program.get('connections.onlyHere', { id })).toMatchObject({
      openUploads: 0,
      drafts: 0,
      edits: 0,
      deletions: 0,
      callNotes: 0,
      inBin: 0,
      doNotContact: 0,
    })
    await program.practice.service().control.goDown()
    await program.get('sightings.record', { customerId: car?.customer.id ?? '', outcome: 'voicemail' })
    const { customers } = await program.get('customers.list', { search: 'Priya', offset: 0, limit: 1 })
    const [priya] = customers
    await program.get('customers.setDoNotContact', { id: await customerId(program, 'Tom'), doNotContact: true })
    await program.get('customers.edit', {
      id: priya?.id ?? '',
      field: 'clientName',
      value: 'Priya R',
      lastUpdated: priya?.lastUpdated ?? '',
    })
    await program.get('customers.delete', { selection: { by: 'ids', ids: [await customerId(program, 'Tom')] } })
    const { fileId } = program.program.intake.add('more.csv', Buffer.from('Rego,State\nQQQ111,VIC\n'))
    await program.get('drafts.open', { fileId })
    expect(await program.get('connections.onlyHere', { id })).toMatchObject({
      openUploads: 0,
      drafts: 1,
      edits: 1,
      deletions: 1,
      callNotes: 1,
      inBin: 0,
      doNotContact: 1,
    })
    await program.get('connections.forget', { id })
    expect(await program.ask('connections.onlyHere', { id })).toMatchObject({ ok: false })
  })

  it('can be read and recorded while the service is down', async () => {
    const { program, car } = await withOneSeen()
    await program.practice.service().control.goDown()
    const id = car?.customer.id ?? ''
    expect(await program.get('sightings.record', { customerId: id, outcome: 'voicemail' })).toMatchObject({
      outcome: 'voicemail',
    })
    expect(await program.ask('sightings.compare', { customerId: id })).toMatchObject({
      ok: false,
      error: { kind: 'offline' },
    })
    expect((await list(program))[0]?.comparison).toBeNull()
    await program.practice.service().control.comeUp()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Draft, DraftRow } from '../../src/contract/drafts.ts'
import type { Result } from '../../src/contract/result.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { startLife, type HostLife } from './browser-host-life.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'

const password = 'correct horse battery'
const post = { method: 'POST', path: '/v2/recapture/upload' } as const
const surnames = ['Nguyen', 'Smith', 'Papadopoulos', 'Okafor', 'Singh', 'Mackenzie', 'Rossi', 'Kelly']

/** 400 cars: every ninth with a state that one fix corrects, the last with neither rego nor VIN. */
const cars = 400
const plateOf = (car: number): string => `1${'ABCDEFGHJKLMNPQRSTUW'[car % 20]}B${String(200 + car)}`
function spreadsheet(): string {
  const lines = Array.from({ length: cars }, (_, car) =>
    [
      plateOf(car),
      car % 9 === 0 ? 'Victorai' : 'VIC',
      `Ana ${surnames[car % surnames.length]}`,
      `0491 570 ${String(100 + car)}`,
    ].join(','),
  )
  return ['Rego,State,Customer Name,Mobile', ...lines, ',VIC,Nobody Knows,0491 570 006'].join('\r\n')
}

let folders: string[] = []
let service: PracticeService
let lives: HostLife[] = []

beforeAll(async () => {
  service = await startPracticeService({ customersPerSecond: 250 })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
})
afterAll(async () => {
  await Promise.all(lives.map((life) => life.end('SIGKILL')))
  await service.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-killed-'))
  folders.push(folder)
  return folder
}

async function live(folder: string, words: readonly string[] = []): Promise<HostLife> {
  const life = await startLife(folder, words)
  lives.push(life)
  return life
}

/** Starts the program again, not signed in: there is no keychain for the credentials. */
async function liveUnsigned(folder: string): Promise<HostLife> {
  const life = await live(folder)
  await life.get('storage.unlock', { password })
  return life
}

async function liveAgain(folder: string): Promise<HostLife> {
  const life = await liveUnsigned(folder)
  await life.get('connections.setCredentials', { scheme: 'api-key', apiKey: service.apiKey })
  return life
}

/** Kills the program some time after a call began. Returns the answer, or null when there was none. */
async function killDuring<T>(life: HostLife, call: Promise<Result<T>>, afterMs: number): Promise<Result<T> | null> {
  const answer = call.catch(() => null)
  await passed(afterMs)
  await life.end('SIGKILL')
  return answer
}

/** What may be found after a kill during a change: the change if it was answered, else all of it or none of it. */
function wholes<T>(states: { before: T; after: T }, answer: Result<unknown> | null): T[] {
  return answer?.ok ? [states.after] : [states.before, states.after]
}

const countsAddUp = ({ counts }: Draft): boolean =>
  counts.rows === counts.ready + counts.warning + counts.error + counts.excluded

function sumsOf({ rows }: Upload): readonly boolean[] {
  return [
    rows.inFile === rows.sent + rows.withErrors + rows.excluded + rows.pending + rows.notSent,
    rows.sent === rows.accepted + rows.failed + rows.notProcessed + rows.inProcess,
  ]
}

async function rowOf(life: HostLife, id: string, row: number): Promise<DraftRow> {
  const { rows } = await life.get('drafts.rowsByNumber', { id, rows: [row] })
  if (!rows[0]) throw new Error(`Row ${row} is gone`)
  return rows[0]
}

const nameIn = async (life: HostLife, id: string, row: number): Promise<string> =>
  (await rowOf(life, id, row)).cells.client_name.value

describe('the whole program, killed again and again', () => {
  it('loses no row and no edit, and creates no duplicate', { timeout: 180_000 }, async () => {
    const random = seededNumbers(seedOfRun)
    const within = (ms: number): number => Math.round(random() * ms)
    const folder = dataFolder()
    let story = `seed ${seedOfRun}; killed`
    const tell = (what: string): string => (story += `, ${what}`)
    onTestFinished(() => void process.stdout.write(`${story}\n`))

    let life = await live(folder)
    await life.get('storage.setPassword', { password })
    await life.get('connections.connect', {
      baseUrl: service.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: service.apiKey },
    })
    await life.get('connections.setAdvanced', { firstBatchSize: 50, pageSize: 100 })

    // 1. While the file is sent: nothing of it is saved, and it can be sent again.
    const bytes = new TextEncoder().encode(spreadsheet())
    const cut = Math.floor(random() * bytes.length)
    const halfSent = Promise.withResolvers<void>()
    const stalled = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(bytes.subarray(0, cut))
        halfSent.resolve()
        return new Promise(() => undefined)
      },
    })
    const sending = life.send('march.csv', stalled).catch(() => null)
    await halfSent.promise
    await life.end('SIGKILL')
    tell(`after ${cut} bytes of the file`)
    expect(await sending).toBeNull()
    life = await liveAgain(folder)
    expect(await life.get('drafts.list', {})).toEqual({ drafts: [] })

    // 2. While it is read: a draft of all rows, or no draft.
    const fileId = await life.send('march.csv', spreadsheet())
    const opening = within(250)
    const opened = await killDuring(life, life.ask('drafts.open', { fileId }), opening)
    tell(`${opening} ms into opening it`)
    life = await liveAgain(folder)
    const kept = (await life.get('drafts.list', {})).drafts
    expect(kept.length).toBeLessThanOrEqual(1)
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(opened?.ok ? [opened.value.id] : []))
    expect(kept.every(({ counts }) => counts.rows === cars + 1)).toBe(true)
    const draftId =
      kept[0]?.id ?? (await life.get('drafts.open', { fileId: await life.send('march.csv', spreadsheet()) })).id

    // 3. While cells are edited: an answered edit is saved, also in a row added by hand; any other completely or not at all.
    const { rows: added } = await life.get('drafts.addRows', { id: draftId, count: 1 })
    const [byHand = 0] = added
    await life.get('drafts.editCell', { id: draftId, row: byHand, field: 'client_name', value: 'Di Added' })
    let answered = 'Ana Smith'
    const editing = within(40)
    const dying = passed(editing).then(() => life.end('SIGKILL'))
    let tried = answered
    for (let edit = 1; ; edit += 1) {
      tried = `Bea Edited${'x'.repeat(edit)}`
      const input = { id: draftId, row: 3, field: 'client_name', value: tried } as const
      const answer = await life.ask('drafts.editCell', input).catch(() => null)
      if (!answer) break
      expect(answer.ok).toBe(true)
      answered = tried
    }
    await dying
    tell(`${editing} ms into editing cells`)
    life = await liveAgain(folder)
    const nameKept = await nameIn(life, draftId, 3)
    expect([answered, tried]).toContain(nameKept)
    expect(await nameIn(life, draftId, byHand)).toBe('Di Added')
    await life.get('drafts.removeRows', { id: draftId, rows: added })

    // 4. While a group is fixed: all of its rows, or none.
    const unmended = await life.get('drafts.get', { id: draftId })
    const group = unmended.groups.find(({ value }) => value === 'Victorai')
    if (!group) throw new Error('There is no group to fix')
    const fixing = within(12)
    const fixed = await killDuring(life, life.ask('drafts.fixGroup', { id: draftId, group: group.key }), fixing)
    tell(`${fixing} ms into fixing ${group.rows} rows`)
    life = await liveAgain(folder)
    let draft = await life.get('drafts.get', { id: draftId })
    expect(countsAddUp(draft)).toBe(true)
    expect(wholes({ before: group.rows + 1, after: 1 }, fixed)).toContain(draft.counts.error)
    if (draft.counts.error > 1) draft = await life.get('drafts.fixGroup', { id: draftId, group: group.key })

    // 5. While a step is undone: before it or after it.
    await life.get('drafts.editCell', { id: draftId, row: 4, field: 'client_name', value: 'Cy Undone' })
    const undoing = within(12)
    const undone = await killDuring(life, life.ask('drafts.undo', { id: draftId }), undoing)
    tell(`${undoing} ms into undoing`)
    // Not signed in, so that nothing is sent: a batch that may have been sent is another case.
    life = await liveUnsigned(folder)
    expect(wholes({ before: 'Cy Undone', after: 'Ana Papadopoulos' }, undone)).toContain(await nameIn(life, draftId, 4))
    draft = await life.get('drafts.get', { id: draftId })
    expect({ errors: draft.counts.error, addsUp: countsAddUp(draft) }).toEqual({ errors: 1, addsUp: true })

    // 6. While the upload is created: either the draft or the upload exists.
    const held = service.control.holdNext({ ...post, after: 'effect' })
    const creation = { draftId, name: 'March 🚗', lookUpMissingVins: false } as const
    const creating = within(30)
    const created = await killDuring(life, life.ask('uploads.create', creation), creating)
    tell(`${creating} ms into entering the upload`)
    life = await liveAgain(folder)
    const { drafts } = await life.get('drafts.list', {})
    const { uploads } = await life.get('uploads.list', {})
    expect(drafts.length + uploads.length).toBe(1)
    expect(uploads.map(({ id }) => id)).toEqual(expect.arrayContaining(created?.ok ? [created.value.id] : []))
    const uploadId = uploads[0]?.id ?? (await life.get('uploads.create', creation)).id

    // 7. With a batch at the service whose answer never arrives.
    await held.arrived
    await passed(within(20))
    await life.end('SIGKILL')
    held.release()
    tell('with a batch under way')
    const next = service.control.holdNext({ ...post, after: 'effect' })
    life = await liveAgain(folder)
    expect(sumsOf(await life.get('uploads.get', { id: uploadId }))).toEqual([true, true])

    // 8. The same again, in the middle of the list.
    await next.arrived
    await passed(within(20))
    await life.end('SIGKILL')
    next.release()
    tell('with the next batch under way')
    life = await liveAgain(folder)
    expect(sumsOf(await life.get('uploads.get', { id: uploadId }))).toEqual([true, true])

    // 9. When everything is sent and the service processes it.
    service.control.settings.failingRegos = new Set([plateOf(cars - 1), plateOf(cars - 7)])
    await life.waitFor(async () => {
      const { batches } = await life.get('uploads.get', { id: uploadId })
      return batches.every(({ state }) => state === 'processing' || state === 'complete') ? true : undefined
    })
    await passed(within(400))
    await life.end('SIGKILL')
    tell('while it was processed')
    const listing = service.control.holdNext({ method: 'GET', path: '/v2/recapture/customers' })
    life = await liveAgain(folder)
    expect(sumsOf(await life.get('uploads.get', { id: uploadId }))).toEqual([true, true])

    // 10. While customers are listed.
    await listing.arrived
    await passed(within(20))
    await life.end('SIGKILL')
    listing.release()
    tell('while customers were listed')
    life = await liveAgain(folder)

    const done = await life.waitFor(async () => {
      const upload = await life.get('uploads.get', { id: uploadId })
      expect(sumsOf(upload)).toEqual([true, true])
      return upload.finishedAt === null ? undefined : upload
    })
    await life.waitFor(async () => {
      const { total, syncing } = await life.get('customers.status', {})
      return total === cars - 2 && syncing === null ? true : undefined
    })

    const copies = service.control.customers()
    const plates = copies.map(({ rego }) => rego).toSorted()
    expect(plates).toEqual(
      Array.from({ length: cars }, (_, car) => plateOf(car))
        .filter((plate) => !service.control.settings.failingRegos.has(plate))
        .toSorted(),
    )
    expect(new Set(copies.map(({ additional_fields: fields }) => fields['forecourt_ref'])).size).toBe(cars - 2)
    expect({ state: done.state, rows: done.rows }).toEqual({
      state: 'complete',
      rows: {
        inFile: cars + 1,
        withErrors: 1,
        excluded: 0,
        updated: 0,
        skipped: 0,
        pending: 0,
        notSent: 0,
        sent: cars,
        accepted: cars - 2,
        failed: 2,
        notProcessed: 0,
        inProcess: 0,
      },
    })
    expect(copies.find(({ rego }) => rego === plateOf(1))?.client_name).toBe(nameKept)
    await life.end('SIGTERM')
  })
})

describe('practice on this PC, killed with the program around it', () => {
  it('continues where it stopped, with each row once', { timeout: 180_000 }, async () => {
    const random = seededNumbers(seedOfRun + 1)
    const folder = dataFolder()
    const words = ['--practice-speed', '150']
    let story = `seed ${seedOfRun}; practice killed`
    onTestFinished(() => void process.stdout.write(`${story}\n`))
    let life = await live(folder, words)
    await life.get('storage.setPassword', { password })
    await life.get('connections.startPractice', { region: 'au' })
    const fileId = await life.send('practice.csv', spreadsheet())
    const draft = await life.get('drafts.open', { fileId })
    const { id } = await life.get('uploads.create', { draftId: draft.id, name: 'Practice', lookUpMissingVins: false })
    const sent = draft.counts.ready + draft.counts.warning

    for (let death = 1; death <= 2; death += 1) {
      const enough = Math.round(sent * (death - random()) * 0.35)
      const reached = await life.waitFor(async () => {
        const { progress, batches } = await life.get('uploads.get', { id })
        return progress.done >= enough && batches.every(({ state }) => state === 'processing')
          ? progress.done
          : undefined
      })
      await life.end('SIGKILL')
      story += `, with ${reached} of ${sent} processed`
      life = await live(folder, words)
      await life.get('storage.unlock', { password })
      expect(sumsOf(await life.get('uploads.get', { id }))).toEqual([true, true])
    }
    const done = await life.waitFor(async () => {
      const upload = await life.get('uploads.get', { id })
      return upload.finishedAt === null ? undefined : upload
    })
    const { rows } = await life.get('uploads.rows', { id, outcome: 'accepted', offset: 0, limit: 500 })
    const sold = new Set(Array.from({ length: cars }, (_, car) => plateOf(car)))
    // Practice starts with its own customers, whose plates differ.
    const listed = await life.waitFor(async () => {
      const { customers } = await life.get('customers.list', { offset: 0, limit: 500, sort: 'rego', descending: false })
      const plates = customers.flatMap(({ rego }) => (rego !== null && sold.has(rego) ? [rego] : []))
      return plates.length >= rows.length ? plates : undefined
    })
    expect(listed).toEqual(rows.map(({ rego }) => rego).toSorted())
    expect(rows).toHaveLength(done.rows.accepted)
    expect(done.rows).toMatchObject({ sent, inProcess: 0, notProcessed: 0, accepted: sent - done.rows.failed })
    await life.end('SIGTERM')
  })
})

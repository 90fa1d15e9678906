import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import type { OutcomeCode } from '../../src/contract/call-note.ts'
import type { MethodInput, MethodName } from '../../src/contract/methods.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { isLong } from '../runs.ts'
import { seededNumbers, seedOfRun } from '../service/seeded-numbers.ts'
import { startCutProxy, type CutProxy } from './cut-proxy.ts'
import { startKillableProgram, type KillableProgram } from './killable-program.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { sharedScreens } from './shared-screens.ts'

const operations = Number(process.env['FORECOURT_OPERATIONS'] ?? (isLong ? 1_000 : 30))
const dayMs = 86_400_000
const [people, cars] = [6, 5]

let postgres: PostgresHere
let proxy: CutProxy
let service: PracticeService
let programs: KillableProgram[] = []

beforeAll(async () => {
  ;[postgres, service] = await Promise.all([
    startPostgres(),
    startPracticeService({ seed: 7, customersPerSecond: Infinity }),
  ])
  Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
  proxy = await startCutProxy(postgres.port)
})
afterAll(async () => {
  for (const program of programs) await program.remove()
  await proxy?.stop()
  await service?.stop()
  await postgres?.stop()
})

/** Names, numbers, plates and VINs that must not be readable at the server. */
const planted = Array.from({ length: people }, (_, at) => ({
  name: `Zelda Quill${at}`,
  mobile: `049157000${at}`,
  rego: `QZX81${at}`,
  vin: `6T1BF3FK80X12345${at}`,
}))

const header = 'Rego,State,VIN,Client Name,Mobile,Sale Date'
const rowOf = ({ rego, vin, name, mobile }: (typeof planted)[number]): string =>
  `${rego},NSW,${vin},${name},${mobile},14/03/2022`

async function upload(program: KillableProgram, name: string, text: string): Promise<void> {
  const fileId = await program.addFile(name, text)
  const draft = fileId === null ? null : await program.ask('drafts.open', { fileId })
  if (!draft?.ok) return
  await program.ask('uploads.create', { draftId: draft.value.id, name, lookUpMissingVins: false })
}

async function connect(program: KillableProgram, person: string): Promise<void> {
  const { url, apiKey } = service
  const credentials = { scheme: 'api-key', apiKey } as const
  await program.get('connections.connect', { baseUrl: url, region: 'au', credentials })
  await program.get('people.add', { name: person })
}

/** Waits until the program shows so many cars, which it gets from the service. */
async function whenListed(program: KillableProgram, count: number): Promise<void> {
  const listed = async (): Promise<number> => {
    await program.get('customers.sync', {})
    return (await program.get('sightings.list', { offset: 0, limit: 1 })).total
  }
  await expect.poll(listed).toBe(count)
}

async function whenSynced(program: KillableProgram): Promise<void> {
  await expect
    .poll(async () => {
      const { age, failure } = await program.get('team.syncNow', {})
      return { waiting: age?.waiting, failure }
    })
    .toEqual({ waiting: 0, failure: null })
}

/** Everything that a dump shows: as text, and what its bytes say as text. */
function readableOf(dump: string): string {
  const bytes = [...dump.matchAll(/\\\\?x([0-9a-f]+)/g)].map(([, hex]) =>
    Buffer.from(hex ?? '', 'hex').toString('latin1'),
  )
  return [dump, ...bytes].join('\n')
}

/** Answers that a user can get without any fault: the person must not be contacted, or there is nothing to undo. */
const usual = new Set(['conflict', 'not-found', 'rejected', 'invalid-input'])
const outcomes: readonly OutcomeCode[] = [
  'no_answer',
  'bought',
  'call_back',
  'do_not_contact',
  'price_gap',
  'offer_made',
]

it(`two programs show the same after ${operations} random operations under faults and kills, nothing lost or doubled, and nothing readable at the server`, async () => {
  const random = seededNumbers(seedOfRun)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  programs = await Promise.all(['front', 'back'].map(startKillableProgram))
  const [front, back] = programs as [KillableProgram, KillableProgram]
  await Promise.all([connect(front, 'Anna Frost'), connect(back, 'Ben Field')])
  await upload(front, 'sold.csv', [header, ...planted.map(rowOf)].join('\n'))
  await expect.poll(() => service.control.customers().length).toBe(people)
  const ids = service.control.customers().map((customer) => customer.id)
  for (const id of ids.slice(0, cars)) service.control.makeSighting(id, 'new')
  await Promise.all(programs.map((program) => whenListed(program, cars)))

  const owner = (await postgres.createDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`)
  const { invitation } = await front.get('team.create', { address: owner, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await back.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  // One clock is three days ahead.
  await back.setClockOffset(3 * dayMs)

  /** Notes that are there for certain, and those of a call that a kill interrupted. */
  const [certain, possible] = [new Set<string>(), new Set<string>()]
  /** Who wrote what, by its text. */
  const writers = new Map<string, string>()
  const nameOf = (program: KillableProgram): string => (program === front ? 'Anna Frost' : 'Ben Field')
  const problems: string[] = []
  let isServerGone = false

  const call = async <M extends MethodName>(program: KillableProgram, method: M, input: MethodInput<M>) => {
    const answer = await program.ask(method, input)
    if (answer && !answer.ok && !usual.has(answer.error.kind))
      problems.push(`${method}: ${answer.error.kind} ${answer.error.message}`)
    return answer
  }
  const works: Record<string, (program: KillableProgram, number: number) => Promise<unknown>> = {
    async record(program, number) {
      const outcome = pick(outcomes)
      const note = `Quillnote ${number}.`
      writers.set(note, nameOf(program))
      const answer = await call(program, 'sightings.record', {
        customerId: pick(ids.slice(0, cars)),
        outcome,
        note,
        nextDate: outcome === 'call_back' ? '2030-01-01' : null,
        amount: outcome === 'offer_made' ? 1_000 + number : null,
      })
      if (answer === null) possible.add(note)
      else if (answer.ok) certain.add(note)
    },
    async undo(program) {
      const customerId = pick(ids.slice(0, cars))
      const history = await program.ask('sightings.history', { customerId })
      const own = history?.ok ? history.value.entries.find(({ pc }) => pc === undefined) : undefined
      const answer = await call(program, 'sightings.undoRecord', { customerId })
      if (own === undefined) return
      if (answer?.ok) certain.delete(own.note)
      else if (answer === null && certain.delete(own.note)) possible.add(own.note)
    },
    allow: (program) => call(program, 'sightings.allowContact', { customerId: pick(ids.slice(0, cars)) }),
    take: (program) => call(program, 'teamWork.take', { customerId: pick(ids.slice(0, cars)) }),
    release: (program) => call(program, 'teamWork.release', { customerId: pick(ids.slice(0, cars)) }),
    async assign(program) {
      const answer = await program.ask('sightings.assignees', {})
      const to = answer?.ok ? pick([...answer.value.people, null]) : null
      await call(program, 'sightings.assign', { cars: [{ customerId: pick(ids.slice(0, cars)), to }] })
    },
    async template(program, number) {
      const saved = await program.ask('sightings.templates', {})
      const id = saved?.ok && random() < 0.6 ? (pick(saved.value.templates)?.id ?? null) : null
      const content = {
        name: `Quilltemplate ${number}`,
        channel: 'sms',
        subject: '',
        text: `Quilltext ${number}`,
      } as const
      await call(program, 'sightings.saveTemplate', { id, ...content })
    },
    async removeTemplate(program) {
      const saved = await program.ask('sightings.templates', {})
      const one = saved?.ok ? pick(saved.value.templates) : undefined
      if (one) await call(program, 'sightings.deleteTemplate', { id: one.id })
    },
    async view(program, number) {
      const saved = await program.ask('customers.views', {})
      const id = saved?.ok && random() < 0.5 ? (pick(saved.value.views)?.id ?? null) : null
      const filter = CustomerFilter.parse({ search: `Quillsearch${number}` })
      await call(program, 'customers.saveView', {
        id,
        name: `Quillview ${number}`,
        filter,
        sort: 'rego',
        descending: false,
        columns: [],
      })
    },
    async removeView(program) {
      const saved = await program.ask('customers.views', {})
      const one = saved?.ok ? pick(saved.value.views) : undefined
      if (one) await call(program, 'customers.removeView', { id: one.id })
    },
    async upload(program, number) {
      const file = `${header}\nQUX${100 + number},NSW,,Zelda Upload${number},,1/2/2021\n`
      writers.set(`quillfile${number}.csv`, nameOf(program))
      await upload(program, `quillfile${number}.csv`, file)
    },
  }
  const killServer = async (): Promise<void> => {
    await postgres.kill()
    await postgres.restart()
  }
  const at = (share: number): number => Math.floor(operations * share)
  const events = new Map<number, () => Promise<void>>([
    [at(0.2), killServer],
    [at(0.8), killServer],
    // The server is gone for a day, and one of the programs is closed and started meanwhile.
    [
      at(0.4),
      async () => {
        isServerGone = true
        await postgres.kill()
      },
    ],
    [
      at(0.5),
      async () => {
        await front.setClockOffset(dayMs)
        await back.setClockOffset(4 * dayMs)
        await front.close()
        await front.start()
      },
    ],
    [
      at(0.6),
      async () => {
        const waiting = await Promise.all(
          programs.map(async (program) => (await program.get('team.status', {})).age?.waiting ?? 0),
        )
        expect(Math.max(...waiting)).toBeGreaterThan(0)
        await postgres.restart()
        isServerGone = false
      },
    ],
  ])
  const shares = isLong ? [0.1, 0.25, 0.3, 0.43, 0.53, 0.63, 0.65, 0.7, 0.85, 0.9, 0.95] : [0.3, 0.7]
  const kills = new Set(shares.map((share) => at(share) + 1))

  const common = ['record', 'record', 'record', 'record', 'undo', 'allow']
  const names = [...common, ...common, ...Object.keys(works)]
  for (let number = 0; number < operations; number += 1) {
    await events.get(number)?.()
    const program = pick(programs)
    const work = works[pick(names)]?.(program, number)
    if (kills.has(number)) {
      // In the middle of the operation, or of what the program does by itself after it.
      await new Promise((resolve) => setTimeout(resolve, random() * 20))
      await program.kill()
      await work
      await program.start()
    } else await work
    if (isServerGone) continue
    if (random() < 0.1) proxy.cut()
    if (random() < 0.1) proxy.cutAfter(Math.floor(random() * 3_000), random() < 0.5 ? 'to-server' : 'to-pc')
    // Sometimes they write in knowledge of each other, otherwise at the same time.
    if (random() < 0.2) await program.get('team.syncNow', {})
  }

  // Entries arrive in order: after the last one of each program, everything is there.
  for (const [writer, reader] of [
    [front, back],
    [back, front],
  ] as const) {
    const end = { id: null, channel: 'sms', name: 'Quilltemplate', subject: '', text: 'Quilltext' } as const
    const { savedId } = await writer.get('sightings.saveTemplate', end)
    const arrived = async (): Promise<boolean> => {
      await Promise.all(programs.map((program) => program.get('team.syncNow', {})))
      return (await reader.get('sightings.templates', {})).templates.some(({ id }) => id === savedId)
    }
    await expect.poll(arrived).toBe(true)
  }
  // The clocks are set right only then: a lock that arrives later begins later. No lock is in force any more.
  for (const program of programs) await program.setClockOffset(dayMs + 2 * 3_600_000)
  for (const program of [front, back, front]) await whenSynced(program)
  const whenEqual = async (): Promise<void> => {
    for (const program of programs) await program.get('customers.sync', {})
    expect(await sharedScreens(back)).toEqual(await sharedScreens(front))
  }
  await vi.waitFor(whenEqual, { timeout: 60_000, interval: 200 })
  const shown = await sharedScreens(front)
  const notes = shown.history
    .flatMap(({ entries }) => entries.map(({ note }) => note))
    .filter((note) => note.startsWith('Quillnote'))
  const written = [
    ...shown.history.flatMap(({ entries }) => entries.map(({ note, person }) => ({ text: note, by: person?.name }))),
    ...shown.uploads.map(({ fileName, person }) => ({ text: fileName, by: person?.name })),
  ]
  expect({
    seed: seedOfRun,
    problems,
    errors: programs.flatMap((program) => program.errors()),
    refused: shown.refused,
    doubled: notes.length - new Set(notes).size,
    lost: [...certain].filter((note) => !notes.includes(note)),
    surplus: notes.filter((note) => !certain.has(note) && !possible.has(note)),
    misattributed: written.filter(({ text, by }) => (writers.get(text) ?? by) !== by),
  }).toEqual({
    seed: seedOfRun,
    problems: [],
    errors: [],
    refused: 0,
    doubled: 0,
    lost: [],
    surplus: [],
    misattributed: [],
  })
  expect(notes.length).toBeGreaterThan(operations / 40)

  // Each entry is at the server once, under numbers without gaps.
  const rows = await postgres.run<{ count: string; last: string }>(
    'SELECT count(*) AS count, max(n) AS last FROM forecourt.entry GROUP BY team, device',
    'team_1',
  )
  expect(rows).toHaveLength(2)
  for (const { count, last } of rows) expect(count).toBe(last)

  const dump = (): string =>
    readableOf(postgres.runProgram('pg_dump', ['--dbname', postgres.address('team_1'), '--no-owner']))
  const secrets = [
    ...planted.flatMap((person) => Object.values(person)),
    ...planted.map(({ mobile }) => `61${mobile.slice(1)}`),
    'Anna Frost',
    'Ben Field',
    'City Motors',
    'Front desk',
    'Back office',
    'Quill',
    'quillfile',
    'Zelda',
    'no_answer',
    service.apiKey,
    service.url,
  ]
  const readable = (): string[] => {
    const text = dump()
    return secrets.filter((secret) => text.includes(secret))
  }
  expect(readable()).toEqual([])
  // The search finds what is there, also as bytes.
  const bytes = Buffer.from('Zelda').toString('hex')
  await postgres.run(`CREATE TABLE control AS SELECT 'Anna Frost' AS name, '\\x${bytes}'::bytea AS body`, 'team_1')
  expect(readable()).toEqual(['Anna Frost', 'Zelda'])
})

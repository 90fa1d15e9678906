import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { entriesByBlock } from '../../../../src/core/database/team-blocks.ts'
import { marksOf } from '../../../../src/core/privacy/person.ts'
import { eraseTeamRows } from '../../../../src/core/privacy/team-rows.ts'
import { runAtOnce } from '../../../../src/core/scheduling/in-slices.ts'
import { acceptEntries, type AcceptedEntry } from '../../../../src/core/team/accept-entry.ts'
import { createEntryChecker } from '../../../../src/core/team/checking/check-thread.ts'
import {
  checkEntries,
  decidedInBlock,
  type CheckedPart,
  type CheckRules,
} from '../../../../src/core/team/checking/checked-part.ts'
import { privateKeyText } from '../../../../src/core/team/crypto/device-keys.ts'
import { personMarkKey } from '../../../../src/core/team/crypto/person-marks.ts'
import { newTeamKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { entryText } from '../../../../src/core/team/log/entry.ts'
import { carSubject } from '../../../../src/core/team/log/subject.ts'
import type { TeamLog } from '../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import type { JoinTask } from './join-child.ts'
import { sampleContents, sampleHead, teamCar } from './sample-entries.ts'
import { firstKey, teamId } from './team-harness.ts'
import { desk, everyone, founder, office, openLog, openMemory, pushed, ringOf, root } from './team-log-harness.ts'

const cars = Array.from({ length: 40 }, (_, at) => teamCar(`customer ${at}`, { name: 'Zoë 🚗' }))
const outcome = (at: number): TeamContent => ({
  kind: 'outcome',
  data: { ...sampleContents[0].data, car: cars[at % cars.length] ?? teamCar('0'), note: `Note ${at} – “ä”` },
})
/** Entries that name the one before them, as a PC writes them. */
function sealMany(count: number, pc = desk): SealedEntry[] {
  const entries: SealedEntry[] = []
  for (let n = 1; n <= count; n += 1) {
    const text = entryText({ ...sampleHead({ at: [Date.UTC(2026, 9, 1) + n * 1_000, 0] }), ...outcome(n) })
    entries.push(pc.sealText(n, text, firstKey, entries.at(-1)?.body))
  }
  return entries
}
/** More than are checked without a thread. */
const many = sealMany(1_100)
/** What was decided about each entry. */
function decidedInPart({ others, blocks }: CheckedPart, size: number): AcceptedEntry[] {
  const decided: AcceptedEntry[] = []
  while (decided.length < size) {
    const block = blocks.get(decided.length)
    const other = others.get(decided.length)
    if (block) decided.push(...decidedInBlock(block))
    else if (other) decided.push(other)
    else throw new Error('A decision is missing')
  }
  return decided
}
const startWorker = (): Worker =>
  new Worker(new URL('../../../../src/core/team/checking/check-worker.ts', import.meta.url))

/** The log of a PC that has received the list of members. */
async function openJoined(database = openMemory()) {
  const first = openLog(founder)
  first.log.append(everyone, null)
  const joined = openLog(office, database)
  await joined.log.receive(pushed(first))
  return joined
}
const shownOf = ({ log }: Awaited<ReturnType<typeof openJoined>>) => ({
  cars: cars.map((car) => log.entriesOf(carSubject(car)).map(({ entry }) => [entry.device, entry.n, entry.data])),
  late: log.subjectsSince(Date.UTC(2026, 9, 1) + 1_090_000).toSorted(),
  heads: [...log.heads()],
})
const sortedShown = async (joined: Awaited<ReturnType<typeof openJoined>>) => {
  const { cars: each, ...shown } = shownOf(joined)
  const inOrder = (entries: (typeof each)[number]) =>
    entries.toSorted((one, other) => Number(one[1]) - Number(other[1]))
  return { ...shown, cars: each.map(inOrder) }
}

/** What is shown after the same entries one by one, behind others. Made once: it takes half a second of CPU. */
function shownOneByOne(before: () => readonly SealedEntry[]) {
  let made: ReturnType<typeof sortedShown> | null = null
  const make = async (): ReturnType<typeof sortedShown> => {
    const joined = openLog(office)
    await joined.log.receive(before())
    for (const entry of many) await joined.log.receive([entry])
    return sortedShown(joined)
  }
  return () => (made ??= make())
}
const membersAlone = (): readonly SealedEntry[] => {
  const first = openLog(founder)
  first.log.append(everyone, null)
  return pushed(first)
}
const shownAfterMembers = shownOneByOne(membersAlone)

const deletedCar = cars[3] ?? teamCar('0')
const markKey = personMarkKey(teamId, ringOf(firstKey))
const deletedMarks = marksOf({ alone: [`id:${deletedCar.customerId ?? ''}`], shared: [] }, markKey)

describe('the thread that checks many entries', () => {
  const trust: CheckRules = {
    teamId,
    marks: null,
    keys: new Map([[firstKey.id, firstKey]]),
    members: new Map([
      [desk.device, desk.member()],
      [office.device, office.member({ until: 1 })],
    ]),
  }
  const withByte = ({ body, ...entry }: SealedEntry, at: number): SealedEntry => {
    const bytes = Uint8Array.from(body)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return { ...entry, body: bytes }
  }
  const erasing: TeamContent = { kind: 'erased', data: { marks: ['a'.repeat(43)], entries: [[desk.device, 3]] } }
  const hostile: readonly SealedEntry[] = [
    ...many.slice(0, 1_000),
    withByte(many[1_000] as SealedEntry, 80),
    { ...(many[1_001] as SealedEntry), body: new Uint8Array() },
    { ...(many[1_002] as SealedEntry), body: new Uint8Array(70_000) },
    { ...(many[1_003] as SealedEntry), body: Uint8Array.of(9, 1, 2) },
    { ...(many[1_004] as SealedEntry), body: Uint8Array.of(1, 2) },
    { ...(many[7] as SealedEntry), n: 1_006 },
    desk.sealText(1_007, 'no JSON', firstKey),
    desk.seal(1_008, outcome(1), { ...newTeamKey(1), id: firstKey.id }),
    desk.seal(1_009, outcome(1), newTeamKey(3)),
    desk.sealText(1_010, entryText({ ...sampleHead(), ...outcome(1) }).replace('"v":1', '"v":9'), firstKey),
    desk.seal(1_011, erasing, firstKey),
    founder.seal(1, outcome(1), firstKey),
    office.seal(2, outcome(2), firstKey),
  ]

  it('decides as the program’s own thread does, also about hostile entries', async () => {
    const checker = createEntryChecker(startWorker)
    onTestFinished(checker.end)
    const own = await acceptEntries(hostile, trust)
    expect(new Set(own.map((each) => ('reason' in each ? each.reason : each.state)))).toEqual(
      new Set([
        'accepted',
        'forged',
        'erased',
        'too-large',
        'newer-format',
        'malformed',
        'unreadable',
        'unknown-key',
        'newer',
        'unknown-member',
        'not-counted',
      ]),
    )
    expect(decidedInPart(await checker.check(hostile, trust), hostile.length)).toEqual(own)
    for (const rules of [trust, { ...trust, marks: { hashes: deletedMarks, key: markKey } }]) {
      const part = await checker.check(hostile, rules)
      expect(part.blocks.size).toBeGreaterThan(20)
      expect(part).toEqual(await checkEntries(hostile, rules))
    }
  })

  it.each([
    ['cannot start', () => new Worker('throw new Error("no")', { eval: true })],
    ['ends while it checks', () => new Worker('process.exit(1)', { eval: true })],
  ])('is not needed when it %s', async (_, start) => {
    const checker = createEntryChecker(start)
    expect(await checker.check(many, trust)).toEqual(await checkEntries(many, trust))
  })
})

describe('many entries at once', () => {
  it('show the same as the same entries one by one, before and after their index is complete', async () => {
    const [one, other] = [await openJoined(), await openJoined()]
    await one.log.receive(many)
    for (const entry of many) await other.log.receive([entry])
    const expected = await sortedShown(other)
    expect(expected.cars.flat()).toHaveLength(many.length)
    expect(expected.late).toHaveLength(11)
    expect(one.database.all('SELECT * FROM team_unsorted_place')).not.toEqual([])
    expect(await sortedShown(one)).toEqual(expected)
    await one.log.endReceiving()
    expect(one.database.all('SELECT * FROM team_unsorted_place')).toEqual([])
    expect(await sortedShown(one)).toEqual(expected)
    for (const table of ['team_place', 'team_outcome_time']) {
      expect(one.database.all(`SELECT * FROM ${table}`)).toEqual(other.database.all(`SELECT * FROM ${table}`))
    }
  })

  it('are found after the program ended before their index was complete', async () => {
    const database = openMemory()
    const joined = await openJoined(database)
    await joined.log.receive(many)
    const expected = await sortedShown(joined)
    const again = openLog(office, database)
    expect(await sortedShown(again)).toEqual(expected)
    await again.log.endReceiving()
    expect(await sortedShown(again)).toEqual(expected)
  })

  it('keep what arrives while the index is completed', async () => {
    const joined = await openJoined()
    await joined.log.receive(many.slice(0, 700))
    const completing = joined.log.endReceiving()
    await joined.log.receive(many.slice(700))
    await completing
    expect(await sortedShown(joined)).toEqual(await shownAfterMembers())
    await joined.log.endReceiving()
    expect(await sortedShown(joined)).toEqual(await shownAfterMembers())
  })

  it('leave nothing of a person in the index who is deleted by one of them', async () => {
    const joined = await openJoined()
    await joined.log.receive(many.slice(0, 700))
    await joined.log.endReceiving()
    const [car] = cars
    if (!car) throw new Error('There are no cars')
    expect(joined.log.entriesOf(carSubject(car))).toHaveLength(17)
    const isOwner = (keys: readonly string[]): boolean => keys.includes(`id:${car.customerId}`)
    expect(runAtOnce(eraseTeamRows(joined.database, isOwner))).toBe(17)
    expect(joined.log.entriesOf(carSubject(car))).toEqual([])
    const emptied = joined.database.all('SELECT device, n, content FROM team_entry WHERE reason = ?', ['person'])
    expect(emptied).toEqual(
      Array.from({ length: 17 }, (_, at) => ({ device: desk.device, n: (at + 1) * 40, content: null })),
    )
    expect(joined.database.all('SELECT * FROM team_place')).toHaveLength(1 + 700 - 17)
    expect(joined.database.all('SELECT * FROM team_outcome_time')).toHaveLength(700 - 17)
  })
})

describe('a person who was deleted', () => {
  const erasing: TeamContent = { kind: 'erased', data: { marks: [...deletedMarks], entries: [] } }
  /** The list of members, and the deletion. */
  const written = (): readonly [list: readonly SealedEntry[], deletion: readonly SealedEntry[]] => {
    const writer = openLog(founder)
    writer.log.append(everyone, null)
    const list = pushed(writer)
    writer.log.append(erasing, null)
    return [list, pushed(writer)]
  }
  const shownAfterDeletion = shownOneByOne(() => written().flat())
  it.each<[string, (log: TeamLog, deletion: readonly SealedEntry[]) => Promise<void>]>([
    [
      'before they were checked',
      async (log, deletion) => {
        await log.receive(deletion)
        await log.receive(many)
      },
    ],
    [
      'while they were checked',
      async (log, deletion) => {
        log.prepare(many)
        await log.receive(deletion)
        await log.receive(many)
      },
    ],
    ['by an entry before them in the same part', (log, deletion) => log.receive([...deletion, ...many])],
  ])('has no entry among many when that was %s', async (_, receive) => {
    const [list, deletion] = written()
    const one = openLog(office)
    await one.log.receive(list)
    await receive(one.log, deletion)
    await one.log.endReceiving()
    expect(await sortedShown(one)).toEqual(await shownAfterDeletion())
    expect(one.log.entriesOf(carSubject(deletedCar))).toEqual([])
    const inBlocks = [...entriesByBlock(one.database)].flat()
    expect(inBlocks.filter(({ content }) => content.includes(`"${deletedCar.customerId}"`))).toEqual([])
    const erased = one.database.all("SELECT n FROM team_entry WHERE state = 'erased' AND content IS NULL")
    expect(erased).toHaveLength(many.filter((_entry, at) => (at + 1) % cars.length === 3).length)
  })
})

describe('a join that is killed', () => {
  const key = 'ab'.repeat(32)
  const open = (path: string): Database => {
    const answer = openDatabase(path, key)
    if (answer.state !== 'ready') throw new Error(answer.state)
    onTestFinished(() => answer.database.close())
    return answer.database
  }

  it('goes on where it was, and has every entry once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'team-join-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const first = openLog(founder)
    first.log.append(everyone, null)
    const parts = [pushed(first), ...[0, 1, 2].map((at) => many.slice(at * 400, (at + 1) * 400))]
    const task: JoinTask = {
      path: join(folder, 'forecourt.db'),
      key,
      ...root,
      device: office.device,
      sign: privateKeyText(office.keys.sign),
      box: privateKeyText(office.keys.box),
      teamKey: { ...firstKey, text: Buffer.from(firstKey.key).toString('hex') },
      parts: parts.map((part) =>
        part.map(({ body, ...place }) => ({ ...place, body: Buffer.from(body).toString('base64') })),
      ),
    }
    writeFileSync(join(folder, 'task.json'), JSON.stringify(task))
    const child = spawn(process.execPath, [join(import.meta.dirname, 'join-child.ts'), join(folder, 'task.json')])
    let said = ''
    await new Promise((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString()
        if (said.length > 1) child.kill('SIGKILL')
      })
      child.once('close', resolve)
    })

    const joined = openLog(office, open(task.path))
    const stored = joined.log.heads().get(desk.device) ?? 0
    expect(stored).toBeGreaterThan(0)
    expect((await sortedShown(joined)).cars.flat()).toHaveLength(stored)
    await joined.log.receive(many.slice(stored))
    await joined.log.endReceiving()
    const expected = await openJoined()
    await expected.log.receive(many)
    expect(new Map((await sortedShown(joined)).heads).get(desk.device)).toBe(many.length)
    expect((await sortedShown(joined)).cars).toEqual((await sortedShown(expected)).cars)
  })
})

it('checks entries again when the list of members came after their check had begun', async () => {
  const first = openLog(founder)
  first.log.append(everyone, null)
  const joined = openLog(office)
  joined.log.prepare(many)
  await joined.log.receive(pushed(first))
  await joined.log.receive(many)
  expect(joined.log.counts()).toEqual({ waiting: 0, newer: 0, refused: 0 })
  expect(joined.log.entriesOf(carSubject(cars[1] ?? teamCar('')))).toHaveLength(28)
})

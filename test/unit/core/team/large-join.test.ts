import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { marksOf } from '../../../../src/core/privacy/person.ts'
import { privateKeyText } from '../../../../src/core/team/crypto/device-keys.ts'
import { personMarkKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { entryText } from '../../../../src/core/team/log/entry.ts'
import { carSubject } from '../../../../src/core/team/log/subject.ts'
import type { TeamLog } from '../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import type { JoinTask } from './join-child.ts'
import { sampleContents, sampleHead, teamCar } from './sample-entries.ts'
import { firstKey, teamId } from './team-harness.ts'
import { desk, everyone, founder, office, openLog, openMemory, pushed, ringOf, root } from './team-log-harness.ts'
import { longTest } from '../../../runs.ts'

const cars = Array.from({ length: 40 }, (_, at) => teamCar(`customer ${at}`, { name: 'Zoë 🚗' }))
const outcome = (at: number): TeamContent => ({
  kind: 'outcome',
  data: { ...sampleContents[0].data, car: cars[at % cars.length] ?? teamCar('0'), note: `Note ${at} – “ä”` },
})
const sealMany = (count: number, pc = desk): SealedEntry[] =>
  Array.from({ length: count }, (_, at) => {
    const n = at + 1
    const text = entryText({ ...sampleHead({ at: [Date.UTC(2026, 9, 1) + n * 1_000, 0] }), ...outcome(n) })
    return pc.sealText(n, text, firstKey)
  })
const many = sealMany(1_100)

/** The log of a PC that has received the list of members. */
async function openJoined(database = openMemory()) {
  const first = openLog(founder)
  first.log.append(everyone, null)
  const joined = openLog(office, database)
  await joined.log.receive(pushed(first))
  return joined
}
const shownOf = ({ log }: Awaited<ReturnType<typeof openJoined>>) => ({
  cars: cars.map((car) => log.entriesOf(carSubject(car)).map(({ device, n, data }) => [device, n, data])),
  heads: [...log.heads()],
})
/** What is shown after the same entries one by one, behind others. Made once: it takes half a second of CPU. */
function shownOneByOne(before: () => readonly SealedEntry[]) {
  let made: Promise<ReturnType<typeof shownOf>> | null = null
  const make = async (): Promise<ReturnType<typeof shownOf>> => {
    const joined = openLog(office)
    await joined.log.receive(before())
    for (const entry of many) await joined.log.receive([entry])
    return shownOf(joined)
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

longTest('many entries at once show the same as the same entries one by one', async () => {
  const joined = await openJoined()
  await joined.log.receive(many)
  const shown = shownOf(joined)
  expect(shown.cars.flat()).toHaveLength(many.length)
  expect(shown).toEqual(await shownAfterMembers())
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
      'before them',
      async (log, deletion) => {
        await log.receive(deletion)
        await log.receive(many)
      },
    ],
    ['by an entry before them in the same part', (log, deletion) => log.receive([...deletion, ...many])],
    [
      'after them',
      async (log, deletion) => {
        await log.receive(many)
        await log.receive(deletion)
      },
    ],
  ])('has no entry among many when that came %s', async (_, receive) => {
    const [list, deletion] = written()
    const one = openLog(office)
    await one.log.receive(list)
    await receive(one.log, deletion)
    expect(new Map(shownOf(one).heads)).toEqual(new Map((await shownAfterDeletion()).heads))
    expect(shownOf(one).cars).toEqual((await shownAfterDeletion()).cars)
    expect(one.log.entriesOf(carSubject(deletedCar))).toEqual([])
    expect(one.database.all(`SELECT 1 FROM team_entry WHERE content LIKE '%"${deletedCar.customerId}"%'`)).toEqual([])
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
    expect(shownOf(joined).cars.flat()).toHaveLength(stored)
    await joined.log.receive(many.slice(stored))
    const expected = await openJoined()
    await expected.log.receive(many)
    expect(new Map(shownOf(joined).heads).get(desk.device)).toBe(many.length)
    expect(shownOf(joined).cars).toEqual(shownOf(expected).cars)
  })
})

it('checks entries again when members have changed while they were checked', async () => {
  const one = openLog(founder)
  const receiving = one.log.receive(many)
  one.log.append(everyone, null)
  await receiving
  expect(one.log.counts()).toMatchObject({ newer: 0, refused: 0 })
  expect(one.log.entriesOf(carSubject(cars[1] ?? teamCar('')))).toHaveLength(28)
})

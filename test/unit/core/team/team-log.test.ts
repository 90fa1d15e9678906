import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { clearTeamLog } from '../../../../src/core/team/log/log-repository.ts'
import { carSubject, contactSubject } from '../../../../src/core/team/log/subject.ts'
import { mergeCar } from '../../../../src/core/team/merge/merge-car.ts'
import { mergeContacts } from '../../../../src/core/team/merge/merge-contacts.ts'
import { createTeamLog } from '../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import { account, sampleContents } from './sample-entries.ts'
import { firstKey } from './team-harness.ts'
import {
  car,
  desk,
  everyone,
  founder,
  mark,
  note,
  notes,
  now,
  office,
  openLog,
  openMemory,
  pushed,
  ringOf,
  root,
  statesOf,
  unpushed,
} from './team-log-harness.ts'
import { runs } from '../../../runs.ts'

describe('own entries', () => {
  it('have numbers without gaps, and none for what was rolled back', () => {
    const { database, log } = openLog(founder)
    log.append(everyone, null)
    expect(() =>
      database.transaction(() => {
        log.append(note('lost'), null)
        throw new Error('disk')
      }),
    ).toThrow('disk')
    log.append(note('saved'), null)
    expect(unpushed(log).map(({ n }) => n)).toEqual([1, 2])
    expect(notes(log)).toEqual(['saved'])
  })

  it('are pushed in the same sealed form after a restart, until the server has them', () => {
    const { database, log } = openLog(founder)
    log.append(everyone, null)
    log.append(note('x'), null)
    const again = openLog(founder, database).log
    expect(unpushed(again)).toEqual(unpushed(log))
    expect(unpushed(again, 1)).toHaveLength(1)
    again.setPushed(1)
    expect(unpushed(again).map(({ n }) => n)).toEqual([2])
    expect(again.counts()).toEqual({ waiting: 1, newer: 0, refused: 0 })
    expect(again.append(note('y'), null)).toContain(founder.device)
    expect(again.heads()).toEqual(new Map([[founder.device, 3]]))
  })

  it('that the server has in another form after a restored backup get the next numbers', async () => {
    const before = openLog(founder)
    before.log.append(everyone, null)
    const restored = openLog(founder)
    const first = pushed(before)
    await restored.log.receiveOwn(first)
    expect(restored.log.pushed()).toBe(1)
    for (const text of ['lost 1', 'lost 2']) before.log.append(note(text), null)
    for (const text of ['new 1', 'new 2', 'new 3']) restored.log.append(note(text), null)
    const lost = pushed(before)
    await restored.log.receiveOwn(lost)
    expect(unpushed(restored.log).map(({ n }) => n)).toEqual([4, 5, 6])
    expect(notes(restored.log).toSorted()).toEqual(['lost 1', 'lost 2', 'new 1', 'new 2', 'new 3'])
    const other = openLog(desk)
    await other.log.receive([...first, ...lost, ...unpushed(restored.log)])
    expect(notes(other.log).toSorted()).toEqual(notes(restored.log).toSorted())
  })

  it('are taken from the server where this PC has none after a restored backup', async () => {
    const [before, restored] = [openLog(founder), openLog(founder)]
    before.log.append(everyone, null)
    before.log.append(note('from before'), null)
    await restored.log.receive(pushed(before))
    restored.log.append(note('from now'), null)
    expect(notes(restored.log)).toEqual(['from now', 'from before'])
    expect(unpushed(restored.log).map(({ n }) => n)).toEqual([3])
    expect(restored.log.read(0, 10).slice(0, 2)).toEqual(before.log.read(0, 10))
  })

  it('whose confirmation was lost keep their numbers', async () => {
    const { log } = openLog(founder)
    log.append(everyone, null)
    log.append(note('x'), null)
    await log.receiveOwn(unpushed(log))
    expect([log.pushed(), unpushed(log)]).toEqual([2, []])
    expect(notes(log)).toEqual(['x'])
  })
})

describe('entries of others', () => {
  it('are merged once, also when they arrive twice or with a gap', async () => {
    const [one, two] = [openLog(founder), openLog(desk)]
    one.log.append(everyone, null)
    for (const text of ['1', '2', '3']) one.log.append(note(text), null)
    const [first, second, third, fourth] = unpushed(one.log) as [SealedEntry, SealedEntry, SealedEntry, SealedEntry]
    await two.log.receive([first, second, fourth])
    expect(two.log.heads().get(founder.device)).toBe(2)
    await two.log.receive([second, third, third, fourth])
    expect(notes(two.log)).toEqual(['3', '2', '1'])
  })

  it('of a member whose list arrives later are merged then', async () => {
    const two = openLog(office)
    await two.log.receive([desk.seal(1, note('early'), firstKey)])
    expect(statesOf(two.database, desk.device)).toEqual(['waiting: unknown-member'])
    await two.log.receive([founder.seal(1, everyone, firstKey)])
    expect(statesOf(two.database, desk.device)).toEqual(['accepted'])
    expect(notes(two.log)).toEqual(['early'])
  })

  it('that are hostile block no others', async () => {
    const { database, log } = openLog(office)
    const forged = { ...founder.seal(2, note('forged'), firstKey), device: desk.device }
    await log.receive([founder.seal(1, everyone, firstKey), desk.sealText(1, 'no JSON', firstKey)])
    await log.receive([
      desk.sealText(1, 'no JSON', firstKey),
      forged,
      { device: desk.device, n: 3, body: new Uint8Array(70_000) },
      { device: desk.device, n: 4, body: new Uint8Array() },
      desk.seal(5, note('good'), firstKey),
    ])
    expect(statesOf(database, desk.device)).toEqual([
      'refused: malformed',
      'refused: forged',
      'refused: too-large',
      'erased: at-server',
      'accepted',
    ])
    expect(notes(log)).toEqual(['good'])
    expect(log.counts().refused).toBe(3)
  })

  it('of a later version are kept and not merged', async () => {
    const { database, log } = openLog(office)
    const newer = JSON.stringify({ ...JSON.parse(newerText), kind: 'test-drive', v: 3 })
    await log.receive([founder.seal(1, everyone, firstKey), desk.sealText(1, newer, firstKey)])
    await log.receive([desk.sealText(1, newer, firstKey), { device: desk.device, n: 2, body: Uint8Array.of(9, 9, 9) }])
    expect(statesOf(database, desk.device)).toEqual(['newer: newer', 'waiting: newer-format'])
    expect(log.counts().newer).toBe(2)
    expect(
      database.get<{ content: string }>('SELECT content FROM team_entry WHERE state = ?', ['newer'])?.content,
    ).toBe(newer)
  })

  it('of a later version are merged after the update that knows them', async () => {
    const { database, log } = openLog(office)
    await log.receive([founder.seal(1, everyone, firstKey)])
    await log.receive([desk.sealText(1, newerText.replace('"v":1', '"v":2'), firstKey)])
    // As an entry of version 1 is to a program that knew none.
    database.run("UPDATE team_entry SET content = ? WHERE state = 'newer'", [newerText])
    await log.resume()
    expect(notes(log)).toEqual(['of a later version'])
  })
})

const newerText = JSON.stringify({
  v: 1,
  kind: 'outcome',
  id: 'x',
  at: [now, 0],
  after: [],
  by: null,
  data: note('of a later version').data,
})

it('leaves nothing of a team that was left', () => {
  const { database, log } = openLog(founder)
  log.append(everyone, null)
  log.append(note('x'), null)
  clearTeamLog(database)
  expect(database.all('SELECT * FROM team_entry, team_device')).toEqual([])
  expect(database.get("SELECT * FROM setting WHERE name = 'team.mark-key'")).toBeUndefined()
})

it('announces what changed after the commit', async () => {
  const changes: (readonly string[] | null)[] = []
  const database = openMemory()
  const identity = { ...root, device: founder.device, keys: founder.keys, keyRing: ringOf(firstKey) }
  const log = createTeamLog({
    database,
    identity,
    now: () => now,
    onChanged: (subjects) => void changes.push(subjects),
  })
  log.append(everyone, null)
  changes.length = 0
  database.transaction(() => {
    log.append(note('x'), null)
    expect(changes).toEqual([])
  })
  expect(changes).toEqual([[carSubject(car)]])
})

it('has the same state on all PCs, whatever the order, repetition and delay of entries', async () => {
  const contents: readonly TeamContent[] = [note('a'), mark, sampleContents[0], sampleContents[2], sampleContents[7]]
  const step = fc.record({
    pc: fc.nat(2),
    content: fc.option(fc.nat(contents.length - 1)),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(2_000_000_000), async (steps, skew) => {
      const pcs = [
        openLog(founder),
        openLog(desk, openMemory(), () => now + skew),
        openLog(office, openMemory(), () => now - skew),
      ]
      const server = new Map<string, SealedEntry[]>(pcs.map(({ pc }) => [pc.device, []]))
      const pull = async ({ log, pc }: (typeof pcs)[number], limit: number): Promise<void> => {
        for (const [device, entries] of server) {
          // From a few before the head: repetition.
          const from = Math.max(0, (log.heads().get(device) ?? 0) - 2)
          if (device !== pc.device) await log.receive(entries.slice(from, from + limit))
        }
      }
      pcs[0]?.log.append(everyone, null)
      for (const { pc: at, content, limit } of steps) {
        const pc = pcs[at]
        const chosen = content === null ? undefined : contents[content]
        if (pc && chosen) pc.log.append(chosen, null)
        if (pc && limit > 1) server.get(pc.pc.device)?.push(...pushed(pc))
        if (pc) await pull(pc, limit)
      }
      for (const pc of pcs) server.get(pc.pc.device)?.push(...pushed(pc))
      for (const pc of pcs) await pull(pc, 1_000)
      for (const pc of pcs) await pull(pc, 1_000)
      const shown = pcs.map(({ log }) => ({
        car: mergeCar(log.entriesOf(carSubject(car))),
        contacts: mergeContacts(log.entriesOf(contactSubject(account))),
        templates: log
          .entriesOf(`template t`)
          .map(({ id }) => id)
          .toSorted(),
        heads: [...log.heads()].toSorted(),
        refused: log.counts(),
      }))
      for (const each of shown) expect(each).toEqual(shown[0])
    }),
    { numRuns: runs(4) },
  )
})

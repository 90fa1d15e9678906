import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../../src/core/database/database.ts'
import { marksOf } from '../../../../../src/core/privacy/person.ts'
import { personMarkKey } from '../../../../../src/core/team/crypto/person-marks.ts'
import type { TeamContent } from '../../../../../src/core/team/log/entry-kinds.ts'
import { carSubject } from '../../../../../src/core/team/log/subject.ts'
import { teamCar } from '../sample-entries.ts'
import { emptyList, firstKey, teamId } from '../team-harness.ts'
import { desk, everyone, founder, note, notes, now, office, openLog, ringOf } from '../team-log-harness.ts'

/** More than are changed in one transaction. */
const many = 700
const numbers = Array.from({ length: many }, (_, at) => at + 1)
const sealAll = (content: (n: number) => TeamContent) =>
  numbers.map((n) => desk.seal(n, content(n), firstKey, { at: [now + n, 0] }))

/** A PC that has many entries of another one. */
async function openWith(content: (n: number) => TeamContent) {
  const opened = openLog(office)
  await opened.log.receive([founder.seal(1, everyone, firstKey)])
  await opened.log.receive(sealAll(content))
  await opened.log.endReceiving()
  return opened
}

describe('many later entries of a removed member', () => {
  const removal: TeamContent = {
    kind: 'members',
    data: emptyList({ version: 2, members: [desk.member({ until: 2 })] }),
  }
  const stillCounted = (database: Database): number =>
    database.get<{ count: number }>(
      // The first block has those that count.
      `SELECT count(*) + (SELECT count(*) - 1 FROM team_block) AS count FROM team_entry
       WHERE device = ? AND n > 2 AND state = 'accepted'`,
      [desk.device],
    )?.count ?? 0

  it('do not count from the moment the list of members arrives, before they are all changed', async () => {
    const { log, database } = await openWith((n) => note(`${n}`))
    expect(notes(log)).toHaveLength(many)
    await log.receive([founder.seal(2, removal, firstKey)])
    expect(stillCounted(database)).toBeGreaterThan(0)
    expect(notes(log)).toEqual(['2', '1'])
    await log.settled()
    expect(stillCounted(database)).toBe(0)
    expect(notes(log)).toEqual(['2', '1'])
    expect(log.counts().refused).toBe(many - 2)
  })

  it('are changed after the next start when the program ended meanwhile, and do not count until then', async () => {
    const { log, database } = await openWith((n) => note(`${n}`))
    await log.receive([founder.seal(2, removal, firstKey)])
    await log.close()
    expect(stillCounted(database)).toBeGreaterThan(0)
    const again = openLog(office, database)
    expect(notes(again.log)).toEqual(['2', '1'])
    await again.log.settled()
    expect(stillCounted(database)).toBe(0)
  })
})

describe('many entries about a person who was deleted on another PC', () => {
  const marks = marksOf({ alone: ['id:7'], shared: [] }, personMarkKey(teamId, ringOf(firstKey)))
  const erased: TeamContent = { kind: 'erased', data: { marks: [...marks], entries: [] } }
  /** Every second one is about somebody else. */
  const mixed = (n: number): TeamContent =>
    n % 2 === 0 ? note(`${n}`) : { kind: 'note', data: { car: teamCar('8'), text: `${n}` } }
  const readable = ({ database }: Awaited<ReturnType<typeof openWith>>): number =>
    [...numbers].filter((n) => n % 2 === 0 && contentOf(database, n)).length
  const contentOf = (database: Database, n: number): boolean =>
    database.get("SELECT 1 FROM team_entry WHERE device = ? AND n = ? AND state = 'erased'", [desk.device, n]) ===
    undefined

  it('are shown no more at once, erased in pieces, and refused when they arrive meanwhile', async () => {
    const opened = await openWith(mixed)
    const { log } = opened
    await log.receive([founder.seal(2, erased, firstKey)])
    expect(readable(opened)).toBeGreaterThan(0)
    expect(log.isErasing()).toBe(true)
    expect(notes(log)).toEqual([])
    await log.receive([desk.seal(many + 1, note('late'), firstKey)])
    expect(contentOf(opened.database, many + 1)).toBe(false)
    await log.settled()
    expect(log.isErasing()).toBe(false)
    expect(readable(opened)).toBe(0)
    expect(log.entriesOf(carSubject(teamCar('8')))).toHaveLength(many / 2)
  })

  it('are erased after the next start when the program ended meanwhile', async () => {
    const opened = await openWith(mixed)
    await opened.log.receive([founder.seal(2, erased, firstKey)])
    await opened.log.close()
    expect(readable(opened)).toBeGreaterThan(0)
    const again = openLog(office, opened.database)
    expect(notes(again.log)).toEqual([])
    await again.log.settled()
    expect(readable(opened)).toBe(0)
    // Nothing is left for a third start.
    expect(openLog(office, opened.database).log.isErasing()).toBe(false)
  })

  it('leave nothing of own ones at the server that had not arrived there', async () => {
    const { log } = openLog(office)
    await log.receive([founder.seal(1, everyone, firstKey)])
    log.append(note('about Jane'), null)
    await log.receive([founder.seal(2, erased, firstKey)])
    expect(log.read(0, 10).map(({ body }) => body.length)).toEqual([0])
    await log.settled()
    expect(log.read(0, 10).map(({ body }) => body.length)).toEqual([0])
  })
})

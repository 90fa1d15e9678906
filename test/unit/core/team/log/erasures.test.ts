import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../../src/core/database/database.ts'
import { marksOf } from '../../../../../src/core/privacy/person.ts'
import { personMarkKey } from '../../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../../src/core/team/log/entry-kinds.ts'
import { carSubject } from '../../../../../src/core/team/log/subject.ts'
import { noteAbout, teamCar } from '../sample-entries.ts'
import { emptyList, firstKey, teamId } from '../team-harness.ts'
import { car, desk, everyone, founder, note, notes, now, office, openLog, ringOf } from '../team-log-harness.ts'

/** More than are erased in one transaction. */
const many = 300
const numbers = Array.from({ length: many }, (_, at) => at + 1)
const sealAll = (content: (n: number) => TeamContent) =>
  numbers.map((n) => desk.seal(n, content(n), firstKey, { at: [now + n, 0] }))

/** A PC that has many entries of another one. */
async function openWith(content: (n: number) => TeamContent) {
  const opened = openLog(office)
  await opened.log.receive([founder.seal(1, everyone, firstKey)])
  await opened.log.receive(sealAll(content))
  return opened
}

it('later entries of a removed member do not count from the moment the list of members arrives, also after a restart', async () => {
  const { log, database } = await openWith((n) => note(`${n}`))
  expect(notes(log)).toHaveLength(many)
  database.run('DELETE FROM team_changed')
  const members = [desk.member({ until: 2 })]
  await log.receive([founder.seal(2, { kind: 'members', data: emptyList({ version: 2, members }) }, firstKey)])
  for (const one of [log, openLog(office, database).log]) {
    expect(notes(one)).toEqual(['2', '1'])
    expect(one.counts().refused).toBe(many - 2)
  }
  expect(database.all('SELECT subject FROM team_changed')).toContainEqual({ subject: carSubject(car) })
})

describe('many entries about a person who was deleted on another PC', () => {
  const marks = marksOf({ alone: ['id:7'], shared: [] }, personMarkKey(teamId, ringOf(firstKey)))
  const erased: TeamContent = { kind: 'erased', data: { marks: [...marks], entries: [] } }
  /** Every second one is about somebody else. */
  const mixed = (n: number): TeamContent => (n % 2 === 0 ? note(`${n}`) : noteAbout(teamCar('8'), `${n}`))
  const readable = ({ database }: Awaited<ReturnType<typeof openWith>>): number =>
    [...numbers].filter((n) => n % 2 === 0 && contentOf(database, n)).length
  const contentOf = (database: Database, n: number): boolean =>
    database.get("SELECT 1 FROM team_entry WHERE device = ? AND n = ? AND state = 'erased'", [desk.device, n]) ===
    undefined

  it('are erased when the deletion arrives, and refused when they arrive later', async () => {
    const opened = await openWith(mixed)
    const { log } = opened
    await log.receive([founder.seal(2, erased, firstKey), desk.seal(many + 1, note('late'), firstKey)])
    expect(log.isErasing()).toBe(false)
    expect(readable(opened)).toBe(0)
    expect(contentOf(opened.database, many + 1)).toBe(false)
    expect(log.entriesOf(carSubject(teamCar('8')))).toHaveLength(many / 2)
  })

  it('are kept when the deletion is by a member who was removed before', async () => {
    const opened = await openWith((n) => note(`${n}`))
    const members = [desk.member({ until: many })]
    await opened.log.receive([
      founder.seal(2, { kind: 'members', data: emptyList({ version: 2, members }) }, firstKey),
      desk.seal(many + 1, erased, firstKey),
    ])
    expect(notes(opened.log)).toHaveLength(many)
  })

  it('are shown no more while they are erased, and erased after the next start when the program ended meanwhile', async () => {
    const opened = await openWith(mixed)
    const receiving = opened.log.receive([founder.seal(2, erased, firstKey)])
    opened.log.close()
    await receiving
    expect(opened.log.isErasing()).toBe(true)
    expect(notes(opened.log)).toEqual([])
    expect(readable(opened)).toBeGreaterThan(0)
    const again = openLog(office, opened.database)
    expect(notes(again.log)).toEqual([])
    await again.log.resume()
    expect(readable(opened)).toBe(0)
    // Nothing is left for a third start.
    expect(openLog(office, opened.database).log.isErasing()).toBe(false)
  })

  it('leave nothing of own ones at the server that had not arrived there', async () => {
    const { log, database } = openLog(office)
    await log.receive([founder.seal(1, everyone, firstKey)])
    log.append(note('about Jane'), null)
    const receiving = log.receive([founder.seal(2, erased, firstKey)])
    log.close()
    await receiving
    expect(log.read(0, 10).map(({ body }) => body.length)).toEqual([0])
    await openLog(office, database).log.resume()
    expect(log.read(0, 10).map(({ body }) => body.length)).toEqual([0])
  })
})

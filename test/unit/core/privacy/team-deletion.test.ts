import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCustomerCache } from '../../../../src/core/customers/cache/customer-cache.ts'
import { continueWhenUnused } from '../../../../src/core/privacy/continue-when-unused.ts'
import { deletionReceipts, requestTeamDeletion } from '../../../../src/core/privacy/person-deletions.ts'
import { keysOfFields } from '../../../../src/core/privacy/person-keys.ts'
import { marksOf, type Person } from '../../../../src/core/privacy/person.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { textsInFolder } from '../../../twins/stored-pages.ts'
import { dataKey, plantUpload, remote, scope, type Planted } from './plant-person.ts'
import { jane, omar, plantedFolder, startPrivacy, textsOf, type PrivacyRun } from './privacy-harness.ts'

const markKey = '5a'.repeat(32)
const now = new Date('2026-11-22T00:00:00.000Z')

/** A person as the other PC deleted it: there, nobody else has the number or the car. */
const personOf = (person: Planted): Person => {
  const keys = keysOfFields(person, 'au')
  const names = keys.filter((key) => key.startsWith('name:'))
  return { alone: keys.filter((key) => !names.includes(key)), shared: names }
}

/** What this PC learns from an entry of the team. */
function receive({ database }: PrivacyRun, person: Person): void {
  database().transaction(() =>
    requestTeamDeletion(database(), markKey, marksOf(person, Buffer.from(markKey, 'hex')), now),
  )
}

const save = ({ database }: PrivacyRun, customer: Planted): void =>
  void createCustomerCache(database()).save(scope, [remote(customer)])

describe('a person who was deleted on another PC of the team', () => {
  it('is deleted from every place of this PC too, when its data is opened again', async () => {
    const folder = await plantedFolder()
    const run = await startPrivacy(folder)
    receive(run, personOf(jane))
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'erasing', byTeam: true, places: [] }])
    expect(textsInFolder(folder, dataKey, textsOf(jane))).toEqual(textsOf(jane))
    await run.reopen()
    const [receipt] = deletionReceipts(run.database())
    expect(receipt).toMatchObject({ state: 'done', byTeam: true, withdrawnRows: 1, atService: { asked: 1 } })
    expect(receipt?.places.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['customers', 'uploads', 'drafts', 'calls', 'sightings', 'known-vins', 'lookups', 'team']),
    )
    run.database().run('DELETE FROM bin WHERE erased_by IS NOT NULL')
    run.database().checkpoint()
    expect(textsInFolder(folder, dataKey, textsOf(jane))).toEqual([])
    expect(textsInFolder(folder, dataKey, textsOf(omar))).toEqual(textsOf(omar))
  })

  it('is recognised by another id here, as a customer of another connection', async () => {
    const run = await startPrivacy(await plantedFolder())
    receive(run, personOf({ ...jane, id: '00000000-0000-4000-8000-0000000000aa' }))
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'done', atService: { asked: 1 } }])
    expect(
      (await run.privacy.handlers.findPerson({ text: jane.mobile }, new AbortController().signal)).matches,
    ).toEqual([])
  })

  it('does not take others with it who have the same number here', async () => {
    const run = await startPrivacy(await plantedFolder())
    const colleagues = ['1', '2'].map((at) => ({
      id: `00000000-0000-4000-8000-0000000000b${at}`,
      name: `Fleet Car ${at === '1' ? 'One' : 'Two'}`,
      mobile: jane.mobile,
      rego: `FLT10${at}`,
      vin: `JTDBR32E72009900${at}`,
    }))
    for (const each of colleagues) save(run, each)
    await run.reopen()
    receive(run, personOf(jane))
    await run.reopen()
    expect(run.database().all('SELECT customer_id FROM bin WHERE erased_by IS NOT NULL')).toEqual([
      { customer_id: jane.id },
    ])
    const left = await run.privacy.handlers.findPerson({ text: jane.mobile }, new AbortController().signal)
    expect(left.matches.map(({ name }) => name).toSorted()).toEqual(['Fleet Car One', 'Fleet Car Two'])
  })

  it('has one receipt with others until they are deleted, and one of its own afterwards', async () => {
    const run = await startPrivacy(await plantedFolder())
    receive(run, personOf(jane))
    receive(run, personOf(omar))
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'done', atService: { asked: 2 } }])
    receive(run, { alone: ['id:unknown'], shared: [] })
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ places: [], state: 'done' }, { state: 'done' }])
  })

  it('is deleted after the upload when its row is being sent here', async () => {
    const folder = await plantedFolder()
    const run = await startPrivacy(folder)
    plantUpload(run.database(), 'sending', 'processing', [omar, jane])
    receive(run, personOf(jane))
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'waiting', waitingRows: 1 }])
    run.database().run("UPDATE upload_batch SET state = 'complete' WHERE upload_id = 'sending'")
    run.database().run("UPDATE upload SET state = 'complete', finished_at = created_at WHERE id = 'sending'")
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'done', waitingRows: 0 }])
    run.database().run('DELETE FROM bin WHERE erased_by IS NOT NULL')
    run.database().checkpoint()
    expect(textsInFolder(folder, dataKey, [jane.name, jane.mobile, jane.vin])).toEqual([])
  })

  it('is deleted again from a restored backup', async () => {
    const folder = await plantedFolder()
    const backup = join(createDataFolder(), 'backup.db')
    mkdirSync(join(backup, '..'), { recursive: true })
    copyFileSync(join(folder, 'forecourt.db'), backup)
    const run = await startPrivacy(folder)
    receive(run, personOf(jane))
    await run.reopen()
    run.privacy.carryDeletions(run.database(), { path: backup, key: dataKey })
    const restored = createDataFolder()
    mkdirSync(restored, { recursive: true })
    copyFileSync(backup, join(restored, 'forecourt.db'))
    const other = await startPrivacy(restored)
    other.database().run('DELETE FROM bin WHERE erased_by IS NOT NULL')
    other.database().checkpoint()
    expect(textsInFolder(restored, dataKey, textsOf(jane))).toEqual([])
    expect(textsInFolder(restored, dataKey, textsOf(omar))).toEqual(textsOf(omar))
  })
})

it('waiting deletions run when nobody has used the program for an hour', async () => {
  const clock = createClockTwin()
  let [usedAt, waiting, runs] = [0, true, 0]
  const errors: unknown[] = []
  const end = continueWhenUnused({
    clock,
    unusedMs: () => clock.monotonicMs() - usedAt,
    hasDeletions: () => waiting,
    async run() {
      runs += 1
      if (runs === 1) throw new Error('The disk is full')
      waiting = false
    },
    onError: (error) => errors.push(error),
  })
  await clock.advance(3_000_000)
  usedAt = clock.monotonicMs()
  await clock.advance(3_000_000)
  expect(runs).toBe(0)
  await clock.advance(1_200_000)
  expect([runs, waiting, errors.length]).toEqual([2, false, 1])
  waiting = true
  end()
  await clock.advance(7_200_000)
  expect(runs).toBe(2)
})

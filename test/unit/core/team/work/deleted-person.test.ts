import { expect, it, onTestFinished } from 'vitest'
import { marksOf } from '../../../../../src/core/privacy/person.ts'
import { personMarkKey } from '../../../../../src/core/team/crypto/team-keys.ts'
import { firstKey, teamId } from '../team-harness.ts'
import { desk, founder, ringOf } from '../team-log-harness.ts'
import { exchangeAll, openWorkPc, type MemoryServer } from './work-harness.ts'

it('a note about a person who was deleted on another PC before is removed again', async () => {
  const server: MemoryServer = new Map()
  const here = openWorkPc(founder, { person: 'Alex Chen' })
  const there = openWorkPc(desk, { person: 'Sam Lee' })
  for (const pc of [here, there]) {
    onTestFinished(() => pc.close())
    pc.join()
  }
  await exchangeAll([here, there], server)
  for (const hash of marksOf({ alone: ['id:7'], shared: [] }, personMarkKey(teamId, ringOf(firstKey))))
    here.database.run('INSERT INTO team_mark VALUES (?, 0)', [hash])
  await here.team()?.session.log.resume()
  await exchangeAll([here, there], server)
  there.record('7', 'no_answer', 'After the deletion')
  there.record('8', 'no_answer', 'Somebody else')
  await exchangeAll([here, there], server)
  for (const pc of [here, there]) {
    expect(pc.notes('7')).toEqual([])
    expect(pc.notes('8')).toEqual(['no_answer Somebody else Sam Lee'])
  }
})

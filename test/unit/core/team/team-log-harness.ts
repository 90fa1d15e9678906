import { onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import type { KeyRing, TeamKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { carSubject } from '../../../../src/core/team/log/subject.ts'
import { mergeCar } from '../../../../src/core/team/merge/merge-car.ts'
import { createTeamLog, type TeamLog } from '../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import { account, noteAbout, teamCar } from './sample-entries.ts'
import { createPc, emptyList, firstKey, teamId, type WritingPc } from './team-harness.ts'

export const now = Date.UTC(2026, 10, 23)
export const ringOf = (...keys: TeamKey[]): KeyRing => new Map(keys.map((key) => [key.id, key]))

export function openMemory(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error(answer.state)
  onTestFinished(() => answer.database.close())
  return answer.database
}

export const [founder, desk, office] = ['Founder', 'Desk', 'Office'].map(createPc) as [WritingPc, WritingPc, WritingPc]
export const root = { teamId, founder: { device: founder.device, signKey: founder.member().signKey } }
export const openLog = (pc: WritingPc, database = openMemory(), clock = () => now, keyRing = ringOf(firstKey)) => ({
  pc,
  database,
  log: createTeamLog({ database, identity: { ...root, device: pc.device, keys: pc.keys, keyRing }, now: clock }),
})
export const everyone: TeamContent = {
  kind: 'members',
  data: emptyList({ members: [founder.member({ role: 'owner' }), desk.member(), office.member()] }),
}
export const car = teamCar('7', { name: 'Jane Citizen' })
export const note = (text: string) => noteAbout(car, text)
export const mark: TeamContent = {
  kind: 'do-not-contact',
  data: { account, region: 'au', customerId: '7', mobiles: ['61491570006'] },
}
export const notes = (log: TeamLog) => mergeCar(log.entriesOf(carSubject(car))).outcomes.map(({ note: text }) => text)
export const statesOf = (database: Database, device: string) =>
  database
    .all<{ state: string; reason: string | null }>('SELECT state, reason FROM team_entry WHERE device = ? ORDER BY n', [
      device,
    ])
    .map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))
export const unpushed = (log: TeamLog, limit = 1_000): readonly SealedEntry[] => log.read(log.pushed(), limit)
/** What a server has after a PC pushed. */
export const pushed = ({ log }: { readonly log: TeamLog }): readonly SealedEntry[] => {
  const entries = unpushed(log)
  log.setPushed(entries.at(-1)?.n ?? log.pushed())
  return entries
}

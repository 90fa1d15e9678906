import { afterEach, beforeEach, expect, it } from 'vitest'
import { FailureError } from '../../../../../src/core/failures/failure-error.ts'
import { syncMessages } from '../../../../../src/core/team/sync/sync-messages.ts'
import { createTeamSync, type TeamSync } from '../../../../../src/core/team/sync/team-sync.ts'
import type { SealedEntry, TeamServer } from '../../../../../src/core/team/team-server.ts'
import { createClockTwin, type ClockTwin } from '../../../../twins/clock-twin.ts'
import { createTeamLocalTwin } from '../../../../twins/team-local-twin.ts'
import { createTeamServerTwin } from '../../../../twins/team-server-twin.ts'

const own = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const conflict = new FailureError({ kind: 'conflict', message: 'The team has other entries of this PC.' })
const entry = (device: string, n: number): SealedEntry => ({ device, n, body: Buffer.from(`Entry ${n}`) })

let clock: ClockTwin
let sync: TeamSync | null = null
beforeEach(() => (clock = createClockTwin()))
afterEach(() => sync?.close())

/** A PC that has written three entries, at a server that answers in its own way. Returns the calls so far. */
function startAt(answers: Partial<TeamServer>) {
  const local = createTeamLocalTwin(own)
  for (const text of ['Called', 'Sold', 'Away']) local.write(text)
  let calls = 0
  const counted =
    <Input extends unknown[], Output>(answer: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      calls += 1
      await Promise.resolve()
      return answer(...input)
    }
  const server = { ...createTeamServerTwin().connect(), ...answers }
  sync = createTeamSync({
    server: { ...server, push: counted(server.push), heads: counted(server.heads), pull: counted(server.pull) },
    outbox: local.outbox,
    inbox: local.inbox,
    clock,
    random: () => 0.5,
    onChanged: () => undefined,
    onError: () => undefined,
  })
  sync.start()
  return { local, calls: () => calls, failure: () => sync?.status().failure }
}

/** A poll of each 1.5 seconds has one or two calls. */
const ordinaryCalls = (seconds: number): number => (seconds / 1.5) * 2

it('a server that refuses entries and tells another number each time is not asked without end', async () => {
  let asked = 0
  const pc = startAt({
    push: async () => Promise.reject(conflict),
    heads: async () => new Map([[own, (asked += 1) % 2 === 1 ? 2 : 1]]),
    pull: async (_, after) => [{ ...entry(own, after + 1), body: new Uint8Array() }],
  })
  await clock.advance(60_000)
  expect(pc.calls()).toBeLessThan(ordinaryCalls(60))
  expect(pc.failure()).toEqual(syncMessages.noProgress)
})

it('a server that always has other entries of this PC is not asked without end', async () => {
  const pc = startAt({
    heads: async () => new Map([[pc.local.outbox.device(), 3]]),
    pull: async (device, after) => [{ ...entry(device, after + 1), body: Buffer.from('Another') }],
  })
  await clock.advance(60_000)
  expect(pc.calls()).toBeLessThan(ordinaryCalls(60))
  expect(pc.failure()).toEqual(syncMessages.noProgress)
})

it('a server that forgets what was pushed gets it less and less often', async () => {
  let pushes = 0
  startAt({ push: async () => void (pushes += 1), heads: async () => new Map() })
  await clock.advance(600_000)
  expect(pushes).toBeLessThan(25)
})

it.each([
  ['the same entries again and again', async () => [entry(other, 1), entry(other, 2)]],
  ['no entries', async () => []],
])('a server that gives %s is not asked without end', async (_, pull) => {
  const pc = startAt({
    heads: async () =>
      new Map([
        [own, 3],
        [other, 9],
      ]),
    pull,
  })
  await clock.advance(60_000)
  expect(pc.calls()).toBeLessThan(ordinaryCalls(60) + 10)
  expect(pc.failure()).toEqual(syncMessages.damaged)
})

it('a server that gives a hint at each moment is not asked at each moment', async () => {
  let hint = (): void => undefined
  const pc = startAt({
    watch(listener) {
      hint = listener
      return () => undefined
    },
  })
  for (let moment = 0; moment < 600; moment += 1) {
    hint()
    await clock.advance(100)
  }
  // Five hints for each ordinary poll.
  expect(pc.calls()).toBeLessThan((60 / 1.5) * 7)
})

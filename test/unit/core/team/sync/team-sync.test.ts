import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Failure } from '../../../../../src/contract/result.ts'
import { createTeamSync, type TeamSync } from '../../../../../src/core/team/sync/team-sync.ts'
import { createClockTwin, type ClockTwin } from '../../../../twins/clock-twin.ts'
import { createTeamLocalTwin, type TeamLocalTwin } from '../../../../twins/team-local-twin.ts'
import { createTeamServerTwin, type TeamServerTwin } from '../../../../twins/team-server-twin.ts'

const day = 24 * 60 * 60_000
const offline: Failure = { kind: 'offline', message: 'Can’t connect.' }

let clock: ClockTwin
let server: TeamServerTwin
let errors: unknown[]
const running: TeamSync[] = []

/** A PC of the team whose sync runs. */
function startPc(local: TeamLocalTwin = createTeamLocalTwin()) {
  let changes = 0
  const sync = createTeamSync({
    server: server.connect(),
    outbox: local.outbox,
    inbox: local.inbox,
    clock,
    random: () => 0.5,
    onChanged: () => (changes += 1),
    onError: (error) => errors.push(error),
  })
  sync.start()
  running.push(sync)
  const write = (...texts: readonly string[]): void => {
    for (const text of texts) local.write(text)
    sync.push()
  }
  return { local, sync, write, changes: () => changes }
}

beforeEach(() => {
  clock = createClockTwin()
  server = createTeamServerTwin()
  errors = []
})

afterEach(async () => {
  for (const sync of running.splice(0)) await sync.close()
})

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `Entry ${index + 1}`)

it('an entry is on the other PC within two seconds without any hint of the server, whenever it is written', async () => {
  server.setHints(false)
  const [one, other] = [startPc(), startPc()]
  for (let count = 1; count <= 10; count += 1) {
    // Another moment between two polls each time.
    await clock.advance(5_100)
    one.write('Called')
    await clock.advance(1_900)
    expect(other.local.texts()).toHaveLength(count)
  }
  expect(other.local.texts()).toEqual(one.local.texts())
})

it('an entry is on the other PC at once when the server gives hints', async () => {
  const [one, other] = [startPc(), startPc()]
  await clock.advance(1)
  one.write('Called')
  await clock.advance(1)
  expect(other.local.texts()).toHaveLength(1)
})

it('a server that is gone for a day blocks nothing, and everything arrives after that', async () => {
  const [one, other] = [startPc(), startPc()]
  await clock.advance(5_000)
  server.setFailure(offline)
  await clock.advance(5_000)
  one.write(...numbered(1200))
  other.write('Other')
  await clock.advance(day)
  expect(one.sync.status()).toMatchObject({ toPush: 1200, failure: offline })
  expect(one.sync.status().retryAt).not.toBeNull()
  const attempts = server.calls.get('heads') ?? 0
  // At most about one attempt a minute for each PC.
  expect(attempts).toBeLessThan(2 * 24 * 60 * 1.5)
  server.setFailure(null)
  await clock.advance(2 * 60_000)
  expect(one.local.texts()).toHaveLength(1201)
  expect(other.local.texts()).toEqual(one.local.texts())
  expect(one.sync.status()).toMatchObject({ toPush: 0, failure: null, retryAt: null, progress: null })
})

it('a push whose answer was lost stores each entry once', async () => {
  const [one, other] = [startPc(), startPc()]
  await clock.advance(5_000)
  server.cutNextPush()
  one.write('First')
  await clock.advance(500)
  expect(one.sync.status().failure?.kind).toBe('offline')
  one.write('Second')
  await clock.advance(60_000)
  expect(other.local.texts().map((text) => text.split(' ').slice(1).join(' '))).toEqual(['1 First', '2 Second'])
  expect(one.sync.status().toPush).toBe(0)
})

it('the first join shows its progress, and own entries are pushed between its parts', async () => {
  const old = startPc()
  old.write(...numbered(12_000))
  await clock.advance(10_000)
  const seen: (readonly [number, number])[] = []
  const local = createTeamLocalTwin()
  const store = local.inbox.store
  const joining: ReturnType<typeof startPc> = startPc({
    ...local,
    inbox: {
      ...local.inbox,
      async store(entries) {
        await store(entries)
        const { progress } = joining.sync.status()
        if (progress) seen.push([progress.done, progress.total])
        if (seen.length === 1) joining.write('Do not contact')
        if (seen.length === 2) expect(server.entries.get(local.outbox.device())).toHaveLength(1)
      },
    },
  })
  await clock.advance(10_000)
  expect(seen).toEqual([
    [0, 12_000],
    [3_000, 12_000],
    [6_000, 12_000],
    [9_000, 12_000],
  ])
  expect(joining.local.texts()).toEqual(old.local.texts())
  expect(joining.sync.status()).toMatchObject({ progress: null, toPush: 0 })
})

it('a server that was restored from a backup gets the missing entries again', async () => {
  const [one, other] = [startPc(), startPc()]
  one.write(...numbered(10))
  await clock.advance(5_000)
  server.rewind(one.local.outbox.device(), 4)
  await clock.advance(5_000)
  one.write('Later')
  await clock.advance(5_000)
  expect(other.local.texts()).toEqual(one.local.texts())
  expect(server.entries.get(one.local.outbox.device())).toHaveLength(11)
})

it('a PC that was restored from a backup gets its own entries back', async () => {
  const local = createTeamLocalTwin()
  const one = startPc(local)
  const restore = local.backUp()
  one.write(...numbered(3))
  await clock.advance(5_000)
  await one.sync.close()
  restore()
  expect(local.texts()).toEqual([])
  const again = startPc(local)
  await clock.advance(5_000)
  expect(again.local.texts()).toHaveLength(3)
  again.write('Next')
  await clock.advance(5_000)
  expect(server.entries.get(local.outbox.device())).toHaveLength(4)
})

it.each([1, 2, 3, 7])(
  'a PC that was restored and wrote %i entries before it synced keeps them under a new device',
  async (count) => {
    const local = createTeamLocalTwin()
    const one = startPc(local)
    const other = startPc()
    one.write('Shared')
    await clock.advance(5_000)
    const restore = local.backUp()
    one.write('Lost 1', 'Lost 2')
    await clock.advance(5_000)
    await one.sync.close()
    restore()
    for (let index = 1; index <= count; index += 1) local.write(`New ${index}`)
    startPc(local)
    await clock.advance(20_000)
    expect(other.local.texts()).toEqual(local.texts())
    const texts = local.texts().join('\n')
    expect(texts).toContain('Lost 2')
    expect(texts).toContain(`New ${count}`)
  },
)

it('a PC whose disk is full stores everything once there is room', async () => {
  const [one, other] = [startPc(), startPc()]
  one.write('First')
  other.local.setStoreError(new Error('Disk full'))
  await clock.advance(20_000)
  expect(other.local.texts()).toEqual([])
  expect(errors.length).toBeGreaterThan(0)
  other.local.setStoreError(null)
  await clock.advance(2 * 60_000)
  expect(other.local.texts()).toEqual(one.local.texts())
  expect(other.sync.status().failure).toBeNull()
})

it('damaged entries of one PC do not stop those of the others', async () => {
  const [one, other, third] = [startPc(), startPc(), startPc()]
  const connect = server.connect
  one.write(...numbered(3))
  other.write('Fine')
  await clock.advance(5_000)
  const damaged = createTeamLocalTwin()
  server.connect = () => {
    const connected = connect()
    return {
      ...connected,
      pull: async (device, after, limit) => {
        const entries = await connected.pull(device, after, limit)
        return device === one.local.outbox.device() ? entries.slice(1) : entries
      },
    }
  }
  const reader = startPc(damaged)
  server.connect = connect
  await clock.advance(5_000)
  third.write('Later')
  await clock.advance(5_000)
  expect(damaged.texts().join()).toMatch(/Fine/)
  expect(damaged.texts().join()).toMatch(/Later/)
  expect(reader.sync.status()).toMatchObject({ failure: { kind: 'rejected' }, currentAt: null })
  expect(one.sync.status().failure).toBeNull()
})

it('a failure that needs the administrator is tried again every five minutes, and at once when the user wants it', async () => {
  const one = startPc()
  await clock.advance(5_000)
  server.setFailure({ kind: 'sign-in-required', message: 'No.' })
  await clock.advance(60 * 60_000)
  const calls = server.calls.get('heads') ?? 0
  expect(calls).toBeLessThan(5 + 15)
  server.setFailure(null)
  one.sync.syncNow()
  await clock.advance(10)
  expect(one.sync.status()).toMatchObject({ failure: null })
})

it('polls that find nothing announce no change', async () => {
  const one = startPc()
  await clock.advance(5_000)
  const changes = one.changes()
  const before = one.sync.status().currentAt
  await clock.advance(60_000)
  expect(one.changes()).toBe(changes)
  expect(one.sync.status().currentAt).not.toBe(before)
})

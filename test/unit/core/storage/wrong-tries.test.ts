import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWrongTries, waitAfter } from '../../../../src/core/storage/wrong-tries.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { killedFolder, password, signal, start, type Started } from './storage-harness.ts'

const tooMany = { failure: { kind: 'invalid-input', message: 'Too many wrong tries.' } }
const wrong = async (): Promise<null> => null
const right = async (): Promise<true> => true

describe('wrong tries', () => {
  let path: string
  let uptimeMs: number
  let clock: ReturnType<typeof createClockTwin>
  const triesNow = (log = createLogTwin()) =>
    createWrongTries(path, { clock: { ...clock, uptimeMs: () => uptimeMs }, log })
  const failTimes = async (times: number, tries = triesNow()): Promise<void> => {
    for (let each = 0; each < times; each += 1) {
      await tries.attempt(wrong)
      uptimeMs += tries.waitSeconds() * 1_000
    }
  }

  beforeEach(() => {
    path = join(createDataFolder(), 'tries')
    uptimeMs = 40_000
    clock = createClockTwin()
  })

  it('wait longer each time, over restarts, up to five minutes', async () => {
    const waits: number[] = []
    for (let each = 0; each < 9; each += 1) {
      const tries = triesNow()
      await tries.attempt(wrong)
      waits.push(triesNow().waitSeconds())
      uptimeMs += tries.waitSeconds() * 1_000
    }
    expect(waits).toEqual([0, 0, 10, 30, 60, 300, 300, 300, 300])
  })

  it('are no longer counted after a right one', async () => {
    await failTimes(5)
    expect(await triesNow().attempt(right)).toBe(true)
    await triesNow().attempt(wrong)
    expect(triesNow().waitSeconds()).toBe(0)
  })

  it('refuse the right secret while a wait lasts, without comparing it', async () => {
    await failTimes(3)
    uptimeMs -= 1_000
    let compared = 0
    const tries = triesNow()
    await expect(tries.attempt(async () => (compared += 1))).rejects.toMatchObject(tooMany)
    expect(compared).toBe(0)
  })

  it('wait as long when the clock of the PC is changed', async () => {
    const tries = triesNow()
    for (let each = 0; each < 3; each += 1) await tries.attempt(wrong)
    for (const date of ['2031-01-01T00:00:00Z', '1999-01-01T00:00:00Z']) {
      clock.setWallClock(new Date(date))
      expect([tries.waitSeconds(), triesNow().waitSeconds()]).toEqual([10, 10])
    }
  })

  it('wait from the start of the PC when it was restarted, and never longer than the wait', async () => {
    for (let each = 0; each < 3; each += 1) await triesNow().attempt(wrong)
    uptimeMs = 4_000
    expect(triesNow().waitSeconds()).toBe(6)
    uptimeMs = 11_000
    expect(triesNow().waitSeconds()).toBe(0)
    writeFileSync(path, JSON.stringify({ count: 3, lastUptimeMs: 1e300 }))
    expect(triesNow().waitSeconds()).toBe(0)
  })

  it('count before the comparison, so that ending the program saves none', async () => {
    for (let each = 0; each < 3; each += 1) void triesNow().attempt(() => new Promise(() => undefined))
    await expect.poll(() => triesNow().waitSeconds()).toBe(waitAfter(3))
  })

  it('at the same time are compared one after the other', async () => {
    const tries = triesNow()
    const answers = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => tries.attempt(wrong)),
      tries.attempt(right),
    ])
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  })

  it.each(['', 'x', '{}', '[]', '{"count":-1,"lastUptimeMs":0}', '{"count":9e99,"lastUptimeMs":"0"}'])(
    'begin again with a file that cannot be read (%s)',
    async (content) => {
      writeFileSync(path, content)
      expect(await triesNow().attempt(right)).toBe(true)
    },
  )

  it('count in this run when the file cannot be written, and the log says so', async () => {
    mkdirSync(`${path}.new`)
    const log = createLogTwin()
    const tries = triesNow(log)
    for (let each = 0; each < 3; each += 1) await tries.attempt(wrong)
    expect(tries.waitSeconds()).toBe(10)
    expect(log.entries).toContainEqual({ level: 'warning', event: 'storage.refused', fields: { code: 'EISDIR' } })
  })
})

describe('the password of the data', () => {
  const unlock = (run: Started, typed: string) => run.storage.handlers.unlock({ password: typed }, signal)
  const isWrong = { failure: { message: "That password isn't correct." } }

  async function lockedFolder(): Promise<() => Promise<Started>> {
    const { folder, vault } = await killedFolder({ usePassword: true })
    return () => start(folder, vault)
  }

  it('is slowed down over restarts, and opens after the wait', async () => {
    const again = await lockedFolder()
    for (let each = 0; each < 3; each += 1) {
      const run = await again()
      await expect(unlock(run, 'not it')).rejects.toMatchObject(isWrong)
      await run.storage.close()
    }
    const run = await again()
    await expect(unlock(run, password)).rejects.toMatchObject(tooMany)
    expect(await run.status()).toEqual({ state: 'needs-password' })
    run.monotonicMs = () => 10_000
    expect(await unlock(run, password)).toMatchObject({ state: 'open' })
  })

  it('is counted wherever it is asked for', async () => {
    const run = await (await lockedFolder())()
    await unlock(run, password)
    const { protectBy } = run.storage.handlers
    await expect(protectBy({ current: 'no', password: 'another password' }, signal)).rejects.toMatchObject(isWrong)
    await expect(protectBy({ current: null, password: 'another password' }, signal)).rejects.toMatchObject(isWrong)
    await expect(protectBy({ current: 'nor', password: 'another password' }, signal)).rejects.toMatchObject(isWrong)
    await expect(protectBy({ current: password, password: null }, signal)).rejects.toMatchObject(tooMany)
  })

  it('is not waited for after the recovery key, or with new data', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const first = await start(folder, vault)
    await first.storage.handlers.setPassword({ password }, signal)
    const { recoveryKey } = await first.storage.handlers.recoveryKey({}, signal)
    await first.storage.close()
    const failThrice = async (run: Started): Promise<void> => {
      for (let each = 0; each < 3; each += 1) await expect(unlock(run, 'not it')).rejects.toMatchObject(isWrong)
    }
    const run = await start(folder, vault)
    await failThrice(run)
    await run.storage.handlers.recover({ recoveryKey, password }, signal)
    await run.storage.close()
    const next = await start(folder, vault)
    await failThrice(next)
    await next.storage.handlers.setAsideAndStart({}, signal)
    await next.storage.handlers.setPassword({ password }, signal)
    await next.storage.close()
    expect(await unlock(await start(folder, vault), password)).toMatchObject({ state: 'open' })
  })
})

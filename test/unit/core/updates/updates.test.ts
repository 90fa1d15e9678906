import { describe, expect, it } from 'vitest'
import { updateFailure, createUpdates } from '../../../../src/core/updates/updates.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

const { signal } = new AbortController()

/** A server with a version, or a failure, and a download that the test ends. */
function begin(offers: (string | null | Error)[]) {
  const clock = createClockTwin()
  let checks = 0
  let uploading = false
  let restarts = 0
  let report: (part: number) => void = () => undefined
  const download = Promise.withResolvers<void>()
  const updates = createUpdates({
    updater: {
      async check() {
        const offer = offers[Math.min(checks, offers.length - 1)] ?? null
        checks += 1
        if (offer instanceof Error) throw offer
        return offer
      },
      download(onProgress) {
        report = onProgress
        return download.promise
      },
      restart: () => (restarts += 1),
    },
    clock,
    log: createLogTwin(),
    isUploading: () => uploading,
    onChanged: () => undefined,
  })
  return {
    updates,
    clock,
    checks: () => checks,
    restarts: () => restarts,
    upload: (runs: boolean) => (uploading = runs),
    report: (part: number) => report(part),
    download,
    status: () => updates.status({}, signal),
  }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

describe('updates', () => {
  it('are checked for a minute after the start and then once a day, until the program closes', async () => {
    const { updates, clock, checks, status } = begin([null])
    updates.start()
    expect(checks()).toBe(0)
    await clock.advance(60_000)
    expect(checks()).toBe(1)
    expect(await status()).toEqual({ state: 'idle', checkedAt: expect.any(String) })
    await clock.advance(24 * 60 * 60_000)
    expect(checks()).toBe(2)
    updates.close()
    await settled()
    expect(clock.sleeping()).toEqual([])
  })

  it('are downloaded with their progress, and not twice', async () => {
    const { updates, report, download, status, checks } = begin(['2.0.0'])
    expect(await updates.check({}, signal)).toEqual({ state: 'checking' })
    await settled()
    report(0.426)
    expect(await status()).toEqual({ state: 'downloading', version: '2.0.0', part: 0.42 })
    await updates.check({}, signal)
    expect(checks()).toBe(1)
    download.resolve()
    await settled()
    expect(await status()).toEqual({ state: 'ready', version: '2.0.0', isBlocked: false, atClose: false })
    await updates.check({}, signal)
    expect(checks()).toBe(1)
  })

  it('are installed only when the user wants it and no upload is running', async () => {
    const { updates, download, upload, restarts, status } = begin(['2.0.0'])
    await expect(updates.restart({}, signal)).rejects.toThrow('No update is ready')
    expect(updates.plan()).toBe('none')
    void updates.check({}, signal)
    download.resolve()
    await settled()
    expect(updates.plan()).toBe('none')
    await updates.setInstallAtClose({ atClose: true }, signal)
    expect(updates.plan()).toBe('install')
    upload(true)
    expect(updates.plan()).toBe('none')
    expect(await status()).toMatchObject({ isBlocked: true, atClose: true })
    await expect(updates.restart({}, signal)).rejects.toThrow('An upload is running')
    expect(restarts()).toBe(0)
    upload(false)
    await updates.restart({}, signal)
    expect(restarts()).toBe(1)
    expect(updates.plan()).toBe('install-and-start')
  })

  it('that fail are explained and tried again', async () => {
    const { updates, status } = begin([new Error('net::ERR_INTERNET_DISCONNECTED'), null])
    void updates.check({}, signal)
    await settled()
    expect(await status()).toMatchObject({
      state: 'failed',
      failure: { kind: 'offline', message: 'Can’t connect to the update server.' },
    })
    void updates.check({}, signal)
    await settled()
    expect(await status()).toMatchObject({ state: 'idle' })
  })

  it('are off without a server', async () => {
    const log = createLogTwin()
    const clock = createClockTwin()
    const off = createUpdates({ updater: null, clock, log, isUploading: () => false, onChanged: () => undefined })
    off.start()
    expect(await off.check({}, signal)).toEqual({ state: 'off' })
    expect(clock.sleeping()).toEqual([])
  })
})

it.each([
  ['ERR_UPDATER_INVALID_SIGNATURE', 'rejected', 'isn’t signed by the publisher'],
  ['ERR_CHECKSUM_MISMATCH', 'rejected', 'is damaged'],
  ['ERR_UPDATES_NOT_TRUSTED', 'rejected', 'can’t be verified'],
  ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'service-down', 'answer can’t be used'],
  ['ECONNREFUSED', 'offline', 'Can’t connect'],
])('the error %s of an update is a failure in words, with its code in the details', (code, kind, message) => {
  expect(updateFailure(Object.assign(new Error('x'), { code }))).toMatchObject({
    kind,
    message: expect.stringContaining(message),
    details: code,
  })
})

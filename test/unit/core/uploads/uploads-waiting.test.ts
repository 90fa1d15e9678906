import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import type { Fault } from '../../../twins/service-twin.ts'
import {
  brokenSums,
  connectionId,
  create,
  draftOf,
  expectOneCustomerPerRow,
  faultsInTurn,
  get,
  inState,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
const none: Fault = { kind: 'none' }
let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('an upload that waits, stops or is cancelled', () => {
  it('continues when new credentials are given for its connection', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'unauthorised' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'stopped'))
    bench.uploads().resumeWithNewCredentials('another-connection')
    expect((await get(bench, id)).state).toBe('stopped')
    bench.uploads().resumeWithNewCredentials(connectionId)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 25)
  })

  it('waits as long as the service asks', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'rate-limited', retryAfterMs: 90_000 }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    const { waiting, rows } = await get(bench, id)
    expect(Date.parse(waiting?.until ?? '')).toBeGreaterThanOrEqual(bench.clock.now().getTime() + 90_000)
    expect(rows.pending).toBe(5)
    await bench.until(() => bench.service.uploads().length === 1)
    expect(bench.clock.monotonicMs()).toBeGreaterThanOrEqual(90_000)
    await bench.until(inState(bench, id, 'complete'))
  })

  it('stops for a sign-in, and continues when the user resumes it', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'unauthorised' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'stopped'))
    const stopped = await get(bench, id)
    expect(stopped.failure?.kind).toBe('sign-in-required')
    expect(stopped.failure?.kept).toBeDefined()
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 25)
  })

  it('asks seldom for an upload whose following the service rejects', async () => {
    bench = makeBench(draftOf(10))
    bench.service.rowsPerSecond = 1
    bench.service.faults = (call) => (call === 'getUpload' ? { kind: 'refused' } : none)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'stopped'))
    const asked = (): number => bench.service.calls.filter((call) => call === 'getUpload').length
    const before = asked()
    for (let minute = 0; minute < 10; minute += 1) await bench.clock.advance(60_000)
    expect(asked() - before).toBeLessThan(60)
    bench.service.faults = () => none
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 10)
  })

  it('counts the exact remainder when it is cancelled while sending', async () => {
    bench = makeBench(draftOf(60))
    bench.service.rowsPerSecond = 4
    bench.service.fails = ({ rego }) => rego === 'ABC1'
    const id = await create(bench)
    await bench.until(async () => (await get(bench, id)).progress.done >= 15)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    const { rows } = await get(bench, id)
    expect(brokenSums(rows)).toEqual([])
    expect(rows.accepted).toBe(bench.service.customers().length)
    expect(rows.failed).toBe(1)
    expect(rows.notProcessed + rows.notSent).toBe(60 - rows.accepted - 1)
    expect(rows.inProcess + rows.pending).toBe(0)
    await expect(bench.uploads().cancel({ id }, signal)).rejects.toThrow(FailureError)
  })
})

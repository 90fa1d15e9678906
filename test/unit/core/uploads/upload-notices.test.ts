import { afterEach, describe, expect, it } from 'vitest'
import type { SystemNotification } from '../../../../src/core/ports/notifier.ts'
import type { TaskProgress } from '../../../../src/core/ports/task-bar.ts'
import { create, draftOf, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

function benchWithDesktop(rows: number) {
  const shown: SystemNotification[] = []
  const progress: (TaskProgress | null)[] = []
  bench = makeBench(draftOf(rows), {
    notifier: { show: (notification) => void shown.push(notification) },
    taskBar: { show: (next) => void progress.push(next) },
  })
  return { shown, progress, texts: () => shown.map(({ title, body }) => `${title} | ${body}`) }
}

describe('a system notification', () => {
  it('tells once that an upload is complete, and a click selects it', async () => {
    const { shown, texts } = benchWithDesktop(25)
    bench.service.fails = ({ rego }) => rego === 'ABC3'
    const selected: (string | null)[] = []
    bench.storage.announcer.listen(({ name, subject }) => {
      if (name === 'uploads.selected') selected.push(subject)
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.sync()
    expect(texts()).toEqual(['Upload complete | March: 24 customers tracked. 1 row failed.'])
    shown[0]?.onClick()
    expect(selected).toEqual([id])
  })

  it('tells that an upload stopped, again after each resume, and not again after a restart', async () => {
    const { texts } = benchWithDesktop(5)
    bench.service.faults = () => ({ kind: 'unauthorised' })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'stopped'))
    const once = ['Upload stopped | March: The service twin says sign-in-required.']
    expect(texts()).toEqual(once)
    await bench.restart()
    await bench.clock.advance(1_000)
    expect(texts()).toEqual(once)
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'stopped'))
    expect(texts()).toEqual([...once, ...once])
  })

  it('tells that the service rejected rows', async () => {
    const { texts } = benchWithDesktop(5)
    bench.service.rejects = (customers) => (customers.some(({ rego }) => rego === 'ABC3') ? { words: 'No' } : null)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    expect(texts()).toEqual(['Upload needs your answer | March: the service rejected 1 row.'])
  })

  it('tells that an upload needs an answer, and nothing when the user cancels it', async () => {
    const { texts } = benchWithDesktop(5)
    bench.service.faults = () => ({ kind: 'lost-before' })
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    expect(texts()).toEqual(['Upload needs your answer | March: it isn’t known whether a batch arrived.'])
    bench.service.faults = () => ({ kind: 'offline' })
    await bench.uploads().settle({ id, batch: 1, arrived: false }, signal)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    expect(texts()).toHaveLength(1)
  })

  it('is an event of the window on a host without notifications', async () => {
    bench = makeBench(draftOf(5))
    const noticed: (string | null)[] = []
    bench.storage.announcer.listen(({ name, subject }) => {
      if (name === 'uploads.noticed') noticed.push(subject)
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(noticed).toEqual([id])
  })
})

describe('the task bar', () => {
  it('shows the progress of an upload, its pause, and nothing at its end', async () => {
    const { progress } = benchWithDesktop(25)
    const id = await create(bench)
    await bench.uploads().pause({ id }, signal)
    await bench.clock.advance(10_000)
    expect(progress.at(-1)).toEqual({ part: 0.4, state: 'paused' })
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expect(progress[0]).toEqual({ part: 0, state: 'running' })
    expect(progress.at(-1)).toBeNull()
  })
})

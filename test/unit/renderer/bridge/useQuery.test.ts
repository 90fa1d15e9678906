import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type QueryOptions, useQuery } from '../../../../src/renderer/bridge/useQuery.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { withinScope } from '../within-scope.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const page = (name: string) => ({ total: 1, records: [name] })

function open(options: QueryOptions<{ id: string }> = {}) {
  const twin = createProgramClientTwin()
  const scope = effectScope()
  const make = () => useQuery('customers.get', { input: () => ({ id: 'a' }), ...options })
  const query = withinScope(make, twin, scope)
  const shown = (): unknown => query.data.value
  return { twin, scope, ...query, shown, calls: () => twin.calls.length }
}

describe('a query', () => {
  it('fetches at once, or when it is lazy only on request', async () => {
    expect(open().calls()).toBe(1)
    const lazy = open({ lazy: true })
    expect(lazy.calls()).toBe(0)
    void lazy.refresh()
    expect(lazy.calls()).toBe(1)
  })

  it('keeps the previous answer while it refreshes and after a failure', async () => {
    const { twin, shown, failure, loading, refresh } = open()
    await twin.next('customers.get').succeed(page('first'))
    void refresh()
    expect(loading.value).toBe(true)
    expect(shown()).toEqual(page('first'))
    await twin.next('customers.get').fail({ kind: 'offline' })
    expect([shown(), failure.value?.kind, loading.value]).toEqual([page('first'), 'offline', false])
    void refresh()
    await twin.next('customers.get').succeed(page('second'))
    expect([shown(), failure.value]).toEqual([page('second'), null])
  })

  it('fetches for a new input at once and ignores the answer for the previous one', async () => {
    const id = ref('a')
    const { twin, shown } = open({ input: () => ({ id: id.value }) })
    const older = twin.next('customers.get')
    id.value = 'b'
    await nextTick()
    expect(twin.open.map(({ input }) => input)).toEqual([{ id: 'a' }, { id: 'b' }])
    await twin.open[1]?.succeed(page('b'))
    await older.succeed(page('a'))
    expect(shown()).toEqual(page('b'))
  })

  it('shows nothing of the previous input with clearOnInputChange, and fetches nothing for null', async () => {
    const id = ref<string | null>('a')
    const input = () => (id.value === null ? null : { id: id.value })
    const { twin, shown, calls, loading } = open({ input, clearOnInputChange: true })
    await twin.next('customers.get').succeed(page('a'))
    id.value = null
    await nextTick()
    expect([shown(), calls(), loading.value]).toEqual([null, 1, false])
  })

  it('lets a value that a command returned win over a fetch that began before it, and fetches once more', async () => {
    const { twin, set, shown, calls } = open()
    const outdated = twin.next('customers.get')
    set(page('saved') as never)
    await outdated.succeed(page('outdated'))
    expect([shown(), calls()]).toEqual([page('saved'), 2])
    await twin.next('customers.get').succeed(page('changed after the command'))
    expect([shown(), calls()]).toEqual([page('changed after the command'), 2])
  })

  it('ignores the answer after its scope has ended, and stops listening', async () => {
    const { twin, scope, shown } = open({ refreshOn: ['customers.changed'] })
    scope.stop()
    await twin.next('customers.get').succeed(page('late'))
    await twin.announce('customers.changed')
    expect([shown(), twin.calls.length, twin.listening('customers.changed')]).toEqual([null, 1, 0])
  })

  it('takes a function where an answer needs several calls', async () => {
    const twin = createProgramClientTwin()
    const source = async ({ id }: { id: string }) => ({ ok: true as const, value: `${id}!` })
    const query = withinScope(() => useQuery(source, { input: () => ({ id: 'a' }) }), twin)
    await twin.settled()
    expect(query.data.value).toBe('a!')
  })
})

describe('refreshing on events', () => {
  const answerAll = async (twin: ReturnType<typeof createProgramClientTwin>): Promise<void> => {
    while (twin.open.length > 0) await twin.next('customers.get').succeed(page('x'))
  }

  it('never has two fetches at a time, and follows events during a fetch with one more', async () => {
    const { twin, calls } = open({ refreshOn: ['customers.changed'] })
    for (let count = 0; count < 3; count += 1) await twin.announce('customers.changed')
    expect(calls()).toBe(1)
    await twin.next('customers.get').succeed(page('x'))
    expect(calls()).toBe(2)
    await answerAll(twin)
    expect(calls()).toBe(2)
  })

  it('leaves the least gap between two fetches and forgets no event', async () => {
    const { twin, calls } = open({ refreshOn: ['customers.changed'], minGapMs: 500 })
    await answerAll(twin)
    vi.advanceTimersByTime(100)
    await twin.announce('customers.changed')
    expect(calls()).toBe(1)
    vi.advanceTimersByTime(400)
    expect(calls()).toBe(2)
  })

  it('leaves a longer gap after a slow answer with adaptiveGap', async () => {
    const { twin, calls } = open({ refreshOn: ['customers.changed'], minGapMs: 10, adaptiveGap: true })
    vi.advanceTimersByTime(1_000)
    await answerAll(twin)
    await twin.announce('customers.changed')
    vi.advanceTimersByTime(8_999)
    expect(calls()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(calls()).toBe(2)
  })

  it('ignores events that the test of the event rejects', async () => {
    const { twin, calls } = open({ refreshOn: { 'customers.changed': ({ subject }) => subject === 'a' } })
    await answerAll(twin)
    await twin.announce('customers.changed', 'b')
    expect(calls()).toBe(1)
    await twin.announce('customers.changed', 'a')
    expect(calls()).toBe(2)
  })

  it('refreshes on request at once, whatever the gap, and resolves with an answer that is newer than the request', async () => {
    const { twin, calls, refresh } = open({ minGapMs: 500 })
    let resolved = 0
    void refresh().then(() => (resolved += 1))
    void refresh().then(() => (resolved += 1))
    expect(calls()).toBe(1)
    await twin.next('customers.get').succeed(page('older'))
    expect([calls(), resolved]).toEqual([2, 0])
    await answerAll(twin)
    expect([calls(), resolved]).toEqual([2, 2])
  })
})

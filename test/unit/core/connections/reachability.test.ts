import { describe, expect, it } from 'vitest'
import { FailureKind } from '../../../../src/contract/failure.ts'
import { reachabilityAfter } from '../../../../src/core/connections/reachability.ts'
import { json, nodeFault } from '../../../twins/fetch-twin.ts'
import { signal, account, begin, clientOf } from './connections-bench.ts'

describe('reachability', () => {
  it('follows the answers of the connection in use, and is announced only when it changes', async () => {
    const answers = [
      json({ success: true, customers: [] }),
      json({ success: true, customers: [] }),
      nodeFault('ENOTFOUND'),
      json({}, 401),
    ]
    const { connections, announced, state } = begin({ answers })
    await connections.connect(account, signal)
    const client = await clientOf(connections)
    const call = () => client.listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    announced.length = 0
    await call()
    expect(await state()).toMatchObject({ reachability: 'online', lastAnswerAt: '2026-11-21T00:00:00.000Z' })
    await call()
    expect(announced).toEqual(['connections.changed'])
    await call()
    expect(await state()).toMatchObject({ reachability: 'offline' })
    await call()
    expect(await state()).toMatchObject({ reachability: 'sign-in-required' })
    expect(announced).toHaveLength(3)
    await connections.connect({ ...account, name: 'Other' }, signal)
    expect(await state()).toMatchObject({ reachability: 'unknown', lastAnswerAt: null })
    await call()
    expect(await state()).toMatchObject({ reachability: 'unknown' })
  })

  it('is online again when the service answers again', async () => {
    const good = json({ success: true, customers: [] })
    const { connections, clock, far, state } = begin({
      answers: [nodeFault('ENOTFOUND'), nodeFault('ENOTFOUND'), good],
    })
    await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    await clock.advance(30_000)
    expect(far.calls).toHaveLength(2)
    expect(await state()).toMatchObject({ reachability: 'offline' })
    await clock.advance(30_000)
    expect(far.calls).toHaveLength(3)
    expect(await state()).toMatchObject({ reachability: 'online' })
    await clock.advance(300_000)
    expect(far.calls).toHaveLength(3)
    await connections.close()
    expect(clock.sleeping()).toEqual([])
  })

  it('is checked at once when calls may succeed again', async () => {
    const good = json({ success: true, customers: [] })
    const { connections, clock, far, state } = begin({ answers: [nodeFault('ENOTFOUND'), good] })
    await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    connections.retryNow()
    await clock.advance(0)
    expect(far.calls).toHaveLength(2)
    expect(await state()).toMatchObject({ reachability: 'online' })
    await connections.close()
    expect(clock.sleeping()).toEqual([])
  })

  it('is not checked after the program closes', async () => {
    const { connections, clock, far } = begin({ answers: [nodeFault('ENOTFOUND')] })
    await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    await connections.close()
    await clock.advance(300_000)
    expect(far.calls).toHaveLength(1)
    expect(clock.sleeping()).toEqual([])
  })

  it.each(FailureKind.options)('has an answer for %s', (kind) => {
    expect([null, 'online', 'offline', 'service-down', 'sign-in-required']).toContain(reachabilityAfter(kind))
  })
})

import { describe, expect, it } from 'vitest'
import {
  allMethods,
  findMethod,
  forwardHandlers,
  withHandlers,
  type DomainHandlers,
  type MethodName,
} from '../../../src/contract/methods.ts'

const { signal } = new AbortController()

type Lock = DomainHandlers<'lock', AbortSignal>

const lockWith = (answers: Partial<Lock>): { lock: Lock } => ({ lock: answers as Lock })

describe('forwarded handlers', () => {
  it('pass each call on to the handlers of that moment', async () => {
    let target = lockWith({ state: async () => ({ locked: false }) as never })
    const lock = forwardHandlers<{ lock: Lock }, 'lock', AbortSignal>('lock', async () => target)
    expect(await lock.state({}, signal)).toEqual({ locked: false })
    target = lockWith({ state: async () => ({ locked: true }) as never })
    expect(await lock.state({}, signal)).toEqual({ locked: true })
  })

  it('answer with what the target throws, and fail for a verb that it lacks', async () => {
    const closed = forwardHandlers<{ lock: Lock }, 'lock', AbortSignal>('lock', () => {
      throw new Error('closed')
    })
    await expect(closed.state({}, signal)).rejects.toThrow('closed')
    const empty = forwardHandlers<{ lock: Lock }, 'lock', AbortSignal>('lock', () => lockWith({}))
    await expect(empty.state({}, signal)).rejects.toThrow('No handler for the method state')
  })

  it('refuse to be copied, because a copy would have none of them, and can be awaited', async () => {
    const lock = forwardHandlers<{ lock: Lock }, 'lock', AbortSignal>('lock', () => lockWith({}))
    expect(() => ({ ...lock })).toThrow('cannot be copied')
    expect(await Promise.resolve(lock)).toBe(lock)
  })

  it('take others beside them', async () => {
    const target = lockWith({ state: async () => 'forwarded' as never, now: async () => 'forwarded' as never })
    const forwarded = forwardHandlers<{ lock: Lock }, 'lock', AbortSignal>('lock', () => target)
    const both = withHandlers(forwarded, { state: async () => 'own' as never })
    expect(await both.state({}, signal)).toBe('own')
    expect(await both.now({}, signal)).toBe('forwarded')
  })
})

describe('the schemas of a method', () => {
  it('are found by its name', async () => {
    const methods = await allMethods()
    expect(methods.size).toBeGreaterThan(200)
    for (const name of methods.keys()) expect(await findMethod(name)).toBe(methods.get(name))
  })

  it('are missing for other names', async () => {
    await expect(findMethod('lock.constructor' as MethodName)).rejects.toThrow('The contract has no method')
    await expect(findMethod('lock.unknown' as MethodName)).rejects.toThrow('The contract has no method')
  })
})

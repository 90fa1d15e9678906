import { describe, expect, it } from 'vitest'
import { methods, type Handlers, type MethodName } from '../../../src/contract/methods.ts'
import { fail } from '../../../src/core/failures/failure-error.ts'
import { createDispatch, type Dispatch } from '../../../src/dispatch/dispatch.ts'

const context = { signal: new AbortController().signal }

/** A program whose methods all refuse, but for those given. */
function dispatchOver(
  given: Record<string, (input: unknown) => Promise<unknown>>,
  options: { serves?: Iterable<MethodName>; heard?: unknown[] } = {},
): Dispatch {
  const handlers: Record<string, Record<string, unknown>> = {}
  for (const name of methods.keys()) {
    const [domain = '', verb = ''] = name.split('.')
    handlers[domain] ??= {}
    handlers[domain][verb] = given[name] ?? (() => fail('not-found', 'Not part of this test.'))
  }
  return createDispatch({
    handlers: handlers as unknown as Handlers<AbortSignal>,
    serves: new Set(options.serves ?? methods.keys()),
    onUnexpected: (method, reference, error) => options.heard?.push({ method, reference, error }),
  })
}

describe('a call enters', () => {
  it('is parsed once, with defaults filled in, before the handler sees it', async () => {
    const seen: unknown[] = []
    const dispatch = dispatchOver({
      'customers.list': async (input) => {
        seen.push(input)
        return { total: 0, customers: [] }
      },
    })
    expect(await dispatch('customers.list', { offset: 0, limit: 10, smuggled: true }, context)).toEqual({
      ok: true,
      value: { total: 0, customers: [] },
    })
    expect(seen).toEqual([
      {
        search: '',
        states: [],
        sighting: 'any',
        expiresWithinDays: null,
        uploadId: null,
        missingVin: false,
        fields: [],
        unsettled: false,
        sort: 'lastSighting',
        descending: true,
        offset: 0,
        limit: 10,
      },
    ])
  })

  it.each([
    ['a method that does not exist', 'customers.burn', {}],
    ['a name that every object has', 'customers.constructor', {}],
    ['a prototype', '__proto__.polluted', {}],
    ['an input of the wrong type', 'customers.list', { offset: 'first', limit: 10 }],
    ['an input out of bounds', 'customers.list', { offset: 0, limit: 1_000_000 }],
    ['no object at all', 'customers.list', 'everything'],
  ])('refuses %s', async (_what, method, input) => {
    const answer = await dispatchOver({})(method, input, context)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('refuses a method that this host does not serve, in the same words as one that does not exist', async () => {
    const dispatch = dispatchOver(
      { 'storage.status': async () => ({ state: 'needs-password' }) },
      { serves: ['app.info'] },
    )
    expect(await dispatch('storage.status', {}, context)).toEqual(await dispatch('no.such', {}, context))
  })
})

describe('a call leaves', () => {
  it('answers with the failure that core gave', async () => {
    const dispatch = dispatchOver({
      'customers.get': async () => fail('conflict', 'Changed elsewhere.', { kept: 'Yours.' }),
    })
    expect(await dispatch('customers.get', { id: 'c' }, context)).toEqual({
      ok: false,
      error: { kind: 'conflict', message: 'Changed elsewhere.', kept: 'Yours.' },
    })
  })

  it('keeps the words of an unexpected error from the window, and gives the log the same reference', async () => {
    const heard: { reference: string; error: Error }[] = []
    const dispatch = dispatchOver(
      {
        'customers.get': async () => {
          throw new Error('ApiKey k-123 leaked')
        },
      },
      { heard },
    )
    const answer = await dispatch('customers.get', { id: 'c' }, context)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unexpected', reference: heard[0]?.reference } })
    expect(JSON.stringify(answer)).not.toContain('k-123')
    expect(heard[0]?.error.message).toBe('ApiKey k-123 leaked')
  })

  it('a handler that gives less than the contract says is found out', async () => {
    const dispatch = dispatchOver({ 'customers.get': async () => ({ id: 'c' }) })
    expect(await dispatch('customers.get', { id: 'c' }, context)).toMatchObject({ error: { kind: 'unexpected' } })
  })

  it('a field beyond the contract does not cross', async () => {
    const dispatch = dispatchOver({ 'app.preferences': async () => ({ theme: 'dark', apiKey: 'k-123' }) })
    expect(await dispatch('app.preferences', {}, context)).toEqual({ ok: true, value: { theme: 'dark' } })
  })
})

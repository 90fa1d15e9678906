import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src/contract/preferences.ts'
import { allMethods, type Handlers, type MethodName } from '../../../src/contract/methods.ts'
import { fail } from '../../../src/core/failures/failure-error.ts'
import { createDispatch, type Dispatch } from '../../../src/dispatch/dispatch.ts'
import type { RateLimiter } from '../../../src/dispatch/method-policy.ts'

const methods = await allMethods()

const context = { signal: new AbortController().signal }

/** Dispatch over a program whose methods all fail, except the given ones. */
function dispatchOver(
  given: Record<string, (input: unknown) => Promise<unknown>>,
  options: { serves?: Iterable<MethodName>; limitRate?: RateLimiter; reported?: unknown[] } = {},
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
    limitRate: options.limitRate ?? (() => null),
    onUnexpected: (method, reference, error) => options.reported?.push({ method, reference, error }),
  })
}

describe('the input of a call', () => {
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
        uploadIds: [],
        missingVin: false,
        fields: [],
        unsettled: false,
        dates: [],
        missing: [],
        contact: 'any',
        outcomes: [],
        cars: [],
        off: [],
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
  ])('is refused for %s', async (_what, method, input) => {
    const answer = await dispatchOver({})(method, input, context)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('is refused for a method that this host does not serve, with the same message as for one that does not exist', async () => {
    const dispatch = dispatchOver(
      { 'storage.status': async () => ({ state: 'needs-password' }) },
      { serves: ['app.info'] },
    )
    expect(await dispatch('storage.status', {}, context)).toEqual(await dispatch('no.such', {}, context))
  })
})

describe('the answer of a call', () => {
  it('is the failure that core returned', async () => {
    const dispatch = dispatchOver({
      'customers.get': async () => fail('conflict', 'Changed elsewhere.', { kept: 'Yours.' }),
    })
    expect(await dispatch('customers.get', { id: 'c' }, context)).toEqual({
      ok: false,
      error: { kind: 'conflict', message: 'Changed elsewhere.', kept: 'Yours.' },
    })
  })

  it('hides the message of an unexpected error, and has the reference that is reported', async () => {
    const reported: { reference: string; error: Error }[] = []
    const dispatch = dispatchOver(
      {
        'customers.get': async () => {
          throw new Error('ApiKey k-123 leaked')
        },
      },
      { reported },
    )
    const answer = await dispatch('customers.get', { id: 'c' }, context)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unexpected', reference: reported[0]?.reference } })
    expect(JSON.stringify(answer)).not.toContain('k-123')
    expect(reported[0]?.error.message).toBe('ApiKey k-123 leaked')
  })

  it('is unexpected when a handler returns less than the contract says', async () => {
    const dispatch = dispatchOver({ 'customers.get': async () => ({ id: 'c' }) })
    expect(await dispatch('customers.get', { id: 'c' }, context)).toMatchObject({ error: { kind: 'unexpected' } })
  })

  it('has no field that the contract does not name', async () => {
    const dispatch = dispatchOver({
      'app.preferences': async () => ({ ...defaultPreferences, apiKey: 'k-123' }),
    })
    expect(await dispatch('app.preferences', {}, context)).toEqual({
      ok: true,
      value: defaultPreferences,
    })
  })
})

it('is not created when a served method has no handler', () => {
  const handlers = { app: {} } as unknown as Handlers<AbortSignal>
  const create = () =>
    createDispatch({ handlers, serves: new Set(['app.info']), limitRate: () => null, onUnexpected: () => undefined })
  expect(create).toThrow('info')
})

it('answers with the failure of the rate limiter, without running the handler', async () => {
  let runs = 0
  const dispatch = dispatchOver(
    { 'storage.status': async () => ((runs += 1), { state: 'needs-password' }) },
    { limitRate: (method) => (method === 'storage.status' ? { kind: 'rate-limited', message: 'Too many.' } : null) },
  )
  expect(await dispatch('storage.status', {}, context)).toEqual({
    ok: false,
    error: { kind: 'rate-limited', message: 'Too many.' },
  })
  expect(runs).toBe(0)
})

import { describe, expect, it } from 'vitest'
import { FailureKind } from '../../../../src/contract/failure.ts'
import { judgeConnection } from '../../../../src/core/connections/connection-clients.ts'
import type { Answer } from '../../../../src/core/service/service-client.ts'
import { nodeFault } from '../../../twins/fetch-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { signal, account, begin } from './connections-bench.ts'

describe('a connection test', () => {
  const failedWith = (kind: FailureKind): Answer<never> => ({
    ok: false,
    error: {
      failure: { kind, message: 'What happened.', next: 'What to do.' },
      certainty: 'not-sent',
      status: null,
      retryAfterMs: null,
    },
  })

  it.each([
    ['wrong-address', 'address'],
    ['offline', 'network'],
    ['timeout', 'network'],
    ['service-down', 'network'],
    ['certificate', 'certificate'],
    ['sign-in-required', 'credentials'],
    ['rate-limited', 'credentials'],
    ['vault-unreadable', 'credentials'],
    ['no-licence', 'licence'],
    ['rejected', 'licence'],
  ] satisfies [FailureKind, string][])('with %s fails at the step %s', (kind, step) => {
    const test = judgeConnection(failedWith(kind), true)
    expect(test.ok).toBe(false)
    const at = test.steps.findIndex((each) => each.step === step)
    expect(test.steps.map((each) => each.state)).toEqual([
      ...Array(at).fill('passed'),
      'failed',
      ...Array(test.steps.length - at - 1).fill('not-reached'),
    ])
    expect(test.steps[at]?.words).toBe('What happened. What to do.')
  })

  it('names the region when the service refuses it', () => {
    const answer = failedWith('rejected')
    if (answer.ok) throw new Error('No failure')
    const test = judgeConnection({ ok: false, error: { ...answer.error, words: 'Error: Invalid Region' } }, true)
    expect(test.steps.filter(({ state }) => state !== 'passed')).toEqual([
      { step: 'region', state: 'failed', words: 'What happened. What to do.' },
      { step: 'list', state: 'not-reached', words: 'Skipped.' },
    ])
  })

  it.each(FailureKind.options)('%s is never a good test', (kind) =>
    expect(judgeConnection(failedWith(kind), true).ok).toBe(false),
  )

  it('passes all steps', () => {
    expect(judgeConnection({ ok: true, value: [] }, false)).toMatchObject({
      ok: true,
      steps: Array(7).fill({ state: 'passed' }),
    })
  })

  it('does not call an invalid address', async () => {
    const { connections, far } = begin()
    const test = await connections.test({ ...account, baseUrl: 'http://api.example.com.au' }, signal)
    expect(test.steps[0]).toMatchObject({ step: 'address', state: 'failed' })
    expect(far.calls).toHaveLength(0)
  })

  it('calls once with the given credentials, and saves them nowhere', async () => {
    const keychain = createVaultTwin()
    const { connections, far, state } = begin({ keychain, answers: [nodeFault('ECONNREFUSED')] })
    expect(await connections.test(account, signal)).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
    expect(keychain.items.size).toBe(0)
    expect(await state()).toMatchObject({ connections: [], reachability: 'unknown' })
  })
})

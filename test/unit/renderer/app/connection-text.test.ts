import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../../src/contract/connections.ts'
import { connectionWords } from '../../../../src/renderer/app/connection-text.ts'

describe('the connection in words', () => {
  const account = { kind: 'account', credentials: 'kept' } as Connection
  test.each([
    ['online', 'good', 'Online'],
    ['offline', 'warning', 'Offline'],
    ['sign-in-required', 'error', 'Sign-in needed'],
  ] as const)('%s', (reachability, tone, words) => {
    expect(connectionWords(account, reachability)).toEqual({ tone, words })
  })
  test('missing credentials come before all else', () => {
    expect(connectionWords({ ...account, credentials: 'missing' }, 'online').words).toBe('Credentials missing')
  })
})

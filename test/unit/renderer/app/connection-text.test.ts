import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../../src/contract/connections.ts'
import { connectionStatus } from '../../../../src/renderer/app/connection-text.ts'

describe('the status of the connection', () => {
  const account = { kind: 'account', credentials: 'kept' } as Connection
  test.each([
    ['online', 'good', 'Online'],
    ['offline', 'warning', 'Offline'],
    ['sign-in-required', 'error', 'Sign-in required'],
  ] as const)('%s', (reachability, tone, text) => {
    expect(connectionStatus(account, reachability)).toEqual({ tone, text })
  })
  test('puts missing credentials before everything else', () => {
    expect(connectionStatus({ ...account, credentials: 'missing' }, 'online').text).toBe('Credentials missing')
  })
})

import { expect, it } from 'vitest'
import { createRateLimiter } from '../../../src/dispatch/method-policy.ts'
import { methodPolicies } from '../../../src/host-kit/method-policies.ts'

const policies = {
  ...methodPolicies,
  'storage.unlock': { effect: 'secret', maxInputBytes: 100, maxCallsPerMinute: 2 },
  'app.openLink': { effect: 'system', maxInputBytes: 100, maxCallsPerMinute: 1 },
} as const

it('limits each method to its calls in any 60 seconds', () => {
  let now = 0
  const limitRate = createRateLimiter(policies, () => now)
  expect(limitRate('storage.unlock')).toBeNull()
  now = 30_000
  expect(limitRate('storage.unlock')).toBeNull()
  expect(limitRate('storage.unlock')).toMatchObject({ kind: 'rate-limited' })
  expect(limitRate('app.openLink')).toBeNull()
  now = 60_000
  expect(limitRate('storage.unlock')).toBeNull()
  expect(limitRate('storage.unlock')).toMatchObject({ kind: 'rate-limited' })
})

it('does not limit methods that only read data on this PC', () => {
  const limitRate = createRateLimiter(policies, () => 0)
  const answers = Array.from({ length: 1_000 }, () => limitRate('customers.list'))
  expect(answers.every((answer) => answer === null)).toBe(true)
})

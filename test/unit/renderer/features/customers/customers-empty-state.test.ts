import { describe, expect, it } from 'vitest'
import { currentProblem } from '../../../../../src/renderer/features/customers/customers-empty-state.ts'

describe('the problem of the customer list', () => {
  const earlier = 'The service is temporarily unavailable (503).'

  it('is that of the last sync while the service can be reached', () => {
    expect(currentProblem(earlier, 'service-down')).toBe(earlier)
    expect(currentProblem(earlier, 'online')).toBe(earlier)
  })

  it('is not an earlier error while the top bar says Offline', () => {
    expect(currentProblem(earlier, 'offline')).toBe('You’re offline.')
  })

  it('is none after a sync without failure', () => {
    expect(currentProblem(null, 'offline')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { useContactAttempt } from '../../../../src/renderer/contact/useContactAttempt.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { withinScope } from '../within-scope.ts'

const input = {
  customerId: 'a',
  channel: 'sms',
  template: 'Missed you',
  reason: '',
  url: 'sms:+61491570006?body=Hi',
  shown: 'Hi',
} as const

function begin(isOpened: boolean, isAllowed = true) {
  const calls: string[] = []
  const ids: string[] = []
  const twin = createProgramClientTwin({
    'sightings.logAttempt': ({ attemptId }) => {
      calls.push('log')
      ids.push(attemptId)
      if (!isAllowed) throw new Error('refused')
      return {}
    },
    'sightings.removeAttempt': ({ attemptId }) => {
      calls.push('remove')
      ids.push(attemptId)
      return {}
    },
    'app.openLink': ({ url }) => {
      calls.push(url)
      return { address: url, result: isOpened ? 'opened' : 'no-program' }
    },
  })
  return { attempt: withinScope(useContactAttempt, twin), calls, ids }
}

describe('an attempt to reach a customer', () => {
  it('is logged before its link is opened', async () => {
    const { attempt, calls } = begin(true)
    expect(await attempt.run(input)).toBe(true)
    expect(calls).toEqual(['log', input.url])
  })

  it('is removed again when nothing was opened', async () => {
    const { attempt, calls, ids } = begin(false)
    expect(await attempt.run(input)).toBe(false)
    expect(calls).toEqual(['log', input.url, 'remove'])
    expect(ids[0]).toBe(ids[1])
  })

  it('is logged once when the button is pressed twice', async () => {
    const { attempt, calls } = begin(true)
    expect(await Promise.all([attempt.run(input), attempt.run(input)])).toEqual([true, null])
    expect(calls).toEqual(['log', input.url])
  })
})

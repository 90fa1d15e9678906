import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, success } from '../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../src/renderer/bridge/program-client.ts'
import { useReveal } from '../../../../src/renderer/ui/useReveal.ts'
import { createHostTwin } from '../host-twin.ts'
import { withinScope } from '../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endpoint = 'https://crm.dealer.com.au/hook?token=s3cret'

function reveal() {
  const scope = effectScope()
  const made = withinScope(
    () =>
      useReveal(
        (id) => client.call('webhooks.reveal', { id }),
        () => 'w-1',
      ),
    {},
    scope,
  )
  return { ...made, leave: () => scope.stop() }
}

it('shows a secret for half a minute', async () => {
  twin.answer('webhooks.reveal', () => success({ endpoint }))
  const { value, show } = reveal()
  await show()
  expect(value.value?.endpoint).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(value.value?.endpoint).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(value.value).toBeNull()
})

it('hides the secret on request, when the screen closes, and when the window is hidden', async () => {
  twin.answer('webhooks.reveal', () => success({ endpoint }))
  const { value, show, hide, leave } = reveal()
  await show()
  hide()
  expect(value.value).toBeNull()
  await show()
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(value.value).toBeNull()
  await show()
  leave()
  expect(value.value).toBeNull()
})

it('ignores an answer after the secret was hidden, and says why it could not be shown', async () => {
  const calls = twin.hold('webhooks.reveal')
  const { value, failure: why, show, hide } = reveal()
  const showing = show()
  hide()
  calls[0]?.answer(success({ endpoint }))
  await showing
  expect(value.value).toBeNull()
  const again = show()
  calls[1]?.answer(failure({ kind: 'offline', message: 'You’re offline.' }))
  await again
  expect(why.value?.kind).toBe('offline')
})

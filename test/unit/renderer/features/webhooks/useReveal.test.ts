import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { useReveal } from '../../../../../src/renderer/features/webhooks/useReveal.ts'
import { createHostTwin } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endpoint = 'https://crm.dealer.com.au/hook?token=s3cret'

function reveal() {
  const scope = effectScope()
  const made = withinScope(() => useReveal(client, () => 'w-1'), {}, scope)
  return { ...made, leave: () => scope.stop() }
}

it('shows the address for half a minute', async () => {
  twin.answer('webhooks.reveal', () => success({ endpoint }))
  const { address, show } = reveal()
  await show()
  expect(address.value).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(address.value).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(address.value).toBeNull()
})

it('hides the address on request, when the screen closes, and when the window is hidden', async () => {
  twin.answer('webhooks.reveal', () => success({ endpoint }))
  const { address, show, hide, leave } = reveal()
  await show()
  hide()
  expect(address.value).toBeNull()
  await show()
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(address.value).toBeNull()
  await show()
  leave()
  expect(address.value).toBeNull()
})

it('ignores an answer after the address was hidden, and says why it could not be shown', async () => {
  const calls = twin.hold('webhooks.reveal')
  const { address, failure: why, show, hide } = reveal()
  const showing = show()
  hide()
  calls[0]?.answer(success({ endpoint }))
  await showing
  expect(address.value).toBeNull()
  const again = show()
  calls[1]?.answer(failure({ kind: 'offline', message: 'You’re offline.' }))
  await again
  expect(why.value?.kind).toBe('offline')
})

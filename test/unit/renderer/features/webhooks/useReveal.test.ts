import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'

const twin = installHostTwin()
const events = new EventTarget()
vi.stubGlobal('document', Object.assign(events, { hidden: false }))
const { useReveal } = await import('../../../../../src/renderer/features/webhooks/useReveal.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endpoint = 'https://crm.dealer.com.au/hook?token=s3cret'

function reveal() {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const made = scope.run(() => useReveal(() => 'w-1'))
  if (!made) throw new Error('No scope')
  return { ...made, leave: () => scope.stop() }
}

it('shows the address for half a minute, and no longer', async () => {
  twin.answer('webhooks.reveal', () => success({ endpoint }))
  const { address, show } = reveal()
  await show()
  expect(address.value).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(address.value).toBe(endpoint)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(address.value).toBeNull()
})

it('hides it when she says so, leaves, or the window goes out of sight', async () => {
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

it('does not show what comes after she has hidden it, and says why it could not', async () => {
  const held = twin.hold('webhooks.reveal')
  const { address, failure: why, show, hide } = reveal()
  const showing = show()
  hide()
  held[0]?.answer(success({ endpoint }))
  await showing
  expect(address.value).toBeNull()
  const again = show()
  held[1]?.answer(failure({ kind: 'offline', message: 'This PC has no way to the service just now.' }))
  await again
  expect(why.value?.kind).toBe('offline')
})

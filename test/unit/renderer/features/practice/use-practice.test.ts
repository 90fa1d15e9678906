import { effectScope } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import type { PracticeState } from '../../../../../src/contract/practice.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin, settled } from '../../host-twin.ts'

const twin = installHostTwin()
const { usePractice } = await import('../../../../../src/renderer/features/practice/usePractice.ts')
type Practice = ReturnType<typeof usePractice>

const asUsual: PracticeState = { speed: 40, outage: 'none', customers: 60, waiting: 0, openUploads: 0 }

function begin(): Practice {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const practice = scope.run(() => usePractice())
  if (!practice) throw new Error('No scope')
  return practice
}

test('a change of the levers, of uploads or of customers is seen without asking', async () => {
  twin.answer('practice.state', () => success(asUsual))
  const practice = begin()
  await practice.refresh()
  for (const [name, customers] of [
    ['connections.changed', 61],
    ['uploads.changed', 62],
    ['customers.changed', 63],
  ] as const) {
    twin.answer('practice.state', () => success({ ...asUsual, customers }))
    twin.announce({ name })
    await settled()
    expect(practice.state.value?.customers).toBe(customers)
  }
})

test('a lever that did not move is shown where it is, with the reason', async () => {
  twin.answer('practice.state', () => success({ ...asUsual, outage: 'no-network' as const }))
  twin.answer('practice.set', () => failure({ kind: 'service-down', message: 'It could not be brought back.' }))
  const practice = begin()
  await practice.setOutage('none')
  expect(practice.state.value?.outage).toBe('no-network')
  expect(practice.failure.value?.message).toBe('It could not be brought back.')
  twin.answer('practice.set', () => success(asUsual))
  await practice.setOutage('none')
  expect(practice.failure.value).toBeNull()
})

test('a sighting gives who was seen, or nothing and the reason', async () => {
  twin.answer('practice.state', () => success(asUsual))
  const seen = { customerId: 'c1', clientName: 'Jane Citizen', rego: '1AB2CD', listingTitle: '2019 HiLux', shown: true }
  twin.answer('practice.makeSighting', () => success(seen))
  const practice = begin()
  expect(await practice.makeSighting('c1')).toEqual(seen)
  expect(twin.inputsOf('practice.makeSighting')).toEqual([{ customerId: 'c1' }])
  twin.answer('practice.makeSighting', () => failure({ kind: 'not-found', message: 'There is no customer.' }))
  expect(await practice.makeSighting(null)).toBeNull()
  expect(practice.failure.value?.kind).toBe('not-found')
})

test('a reset ends uploads only when that was agreed to, and is busy until it is answered', async () => {
  twin.answer('practice.state', () => success(asUsual))
  const held = twin.hold('practice.reset')
  const practice = begin()
  const resetting = practice.reset(true)
  expect(practice.busy.value).toBe(true)
  expect(held[0]?.input).toEqual({ endUploads: true })
  held[0]?.answer(success(asUsual))
  expect(await resetting).toBe(true)
  expect(practice.busy.value).toBe(false)
  twin.answer('practice.reset', () => failure({ kind: 'conflict', message: 'An upload is under way.' }))
  expect(await practice.reset(false)).toBe(false)
  expect(practice.failure.value?.kind).toBe('conflict')
})

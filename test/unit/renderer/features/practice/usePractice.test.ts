import { describe, expect, it } from 'vitest'
import type { PracticeState } from '../../../../../src/contract/practice.ts'
import { readSpeed, usePractice } from '../../../../../src/renderer/features/practice/usePractice.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const usual: PracticeState = { speed: 40, outage: 'none', customers: 60, waiting: 0, openUploads: 0 }

async function openPractice(state: PracticeState = usual) {
  const twin = createProgramClientTwin()
  const practice = withinScope(usePractice, twin)
  const answerState = (answer: PracticeState): Promise<void> => twin.next('practice.state').succeed(answer)
  await answerState(state)
  return { twin, practice, answerState }
}

it.each(['connections.changed', 'uploads.changed', 'customers.changed'] as const)(
  'shows the new state after %s',
  async (event) => {
    const { twin, practice, answerState } = await openPractice()
    await twin.announce(event)
    await answerState({ ...usual, customers: 61 })
    expect(practice.state.value?.customers).toBe(61)
  },
)

it('shows the state that is still set after a failed change, with the reason', async () => {
  const { twin, practice, answerState } = await openPractice({ ...usual, outage: 'no-network' })
  const failing = practice.setOutage('none')
  await twin.next('practice.set').fail({ kind: 'service-down', message: 'It could not be restored.' })
  await answerState({ ...usual, outage: 'no-network' })
  await failing
  expect(practice.state.value?.outage).toBe('no-network')
  expect(practice.failure.value?.message).toBe('It could not be restored.')
  const working = practice.setOutage('none')
  await twin.next('practice.set').succeed(usual)
  await answerState(usual)
  await working
  expect(practice.failure.value).toBeNull()
})

it('gives the sighting that was made, or null and the reason', async () => {
  const { twin, practice, answerState } = await openPractice()
  const seen = { customerId: 'c1', clientName: 'Jane Citizen', rego: '1AB2CD', listingTitle: '2019 HiLux', shown: true }
  const making = practice.makeSighting('c1')
  expect(twin.next('practice.makeSighting').input).toEqual({ customerId: 'c1' })
  await twin.next('practice.makeSighting').succeed(seen)
  await answerState(usual)
  expect(await making).toEqual(seen)
  const failing = practice.makeSighting(null)
  await twin.next('practice.makeSighting').fail({ kind: 'not-found', message: 'There is no customer.' })
  await answerState(usual)
  expect(await failing).toBeNull()
  expect(practice.failure.value?.kind).toBe('not-found')
})

it('ends uploads with a reset only when that was agreed to, and is busy until the answer', async () => {
  const { twin, practice, answerState } = await openPractice()
  const resetting = practice.reset(true)
  expect(practice.busy.value).toBe(true)
  expect(twin.next('practice.reset').input).toEqual({ endUploads: true })
  await twin.next('practice.reset').succeed(usual)
  await answerState(usual)
  expect(await resetting).toBe(true)
  expect(practice.busy.value).toBe(false)
  const refused = practice.reset(false)
  await twin.next('practice.reset').fail({ kind: 'conflict', message: 'An upload is running.' })
  await answerState(usual)
  expect(await refused).toBe(false)
  expect(practice.failure.value?.kind).toBe('conflict')
})

describe('readSpeed', () => {
  it.each([
    ['12', 12],
    [' 2.5 ', 2.5],
    ['1,500', 1_500],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e9', null],
    ['100001', null],
    ['fast', null],
  ])('reads %j as %j', (typed, speed) => {
    expect(readSpeed(typed)).toBe(speed)
  })
})

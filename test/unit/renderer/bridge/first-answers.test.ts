import { expect, it } from 'vitest'
import { failure, success } from '../../../../src/contract/result.ts'
import { withFirstAnswers } from '../../../../src/renderer/bridge/first-answers.ts'
import { createHostTwin } from '../host-twin.ts'

const status = (step: 'opening' | 'unlocking') => success({ state: 'starting', step } as never)

it('asks at once and gives each answer to the first call without input', async () => {
  const twin = createHostTwin()
  twin.answer('storage.status', () => status('opening'))
  const bridge = withFirstAnswers(twin.bridge, ['storage.status'])
  expect(twin.inputsOf('storage.status')).toHaveLength(1)

  twin.answer('storage.status', () => status('unlocking'))
  expect(await bridge.invoke('storage.status', {})).toEqual(status('opening'))
  expect(await bridge.invoke('storage.status', {})).toEqual(status('unlocking'))
  expect(twin.inputsOf('storage.status')).toHaveLength(2)
})

it('calls the program once more after an event, and when the first answer was a failure or none came', async () => {
  const twin = createHostTwin()
  twin.answer('storage.status', () => status('opening'))
  twin.answer('connections.state', () => failure({ kind: 'storage-locked', message: 'Your data is locked.' }))
  twin.answer('app.info', () => {
    throw new Error('the host is not running')
  })
  const bridge = withFirstAnswers(twin.bridge, ['storage.status', 'connections.state', 'app.info'])
  await bridge.invoke('customers.status', {})

  for (const method of ['connections.state', 'app.info'] as const) {
    twin.answer(method, () => success(method as never))
    expect(await bridge.invoke(method, {})).toEqual(success(method))
  }

  twin.answer('storage.status', () => status('unlocking'))
  twin.announce({ name: 'storage.changed' })
  expect(await bridge.invoke('storage.status', {})).toEqual(status('unlocking'))
})

it('never answers a call with input from what was asked without', async () => {
  const twin = createHostTwin()
  twin.answer('customers.list', () => success('all' as never))
  const bridge = withFirstAnswers(twin.bridge, ['customers.list'])
  twin.answer('customers.list', () => success('found' as never))
  expect(await bridge.invoke('customers.list', { search: 'ABC' })).toEqual(success('found'))
})

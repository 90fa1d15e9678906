import { expect, it } from 'vitest'
import { reactive } from 'vue'
import { failure, success } from '../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../src/renderer/bridge/program-client.ts'
import { createHostTwin, settled } from '../host-twin.ts'

function open() {
  const twin = createHostTwin()
  return { twin, ...createProgramClient(twin.bridge) }
}

it('sends plain values, also when the input is reactive', async () => {
  const { twin, call } = open()
  twin.answer('connections.setRegion', () => success({} as never))
  await call('connections.setRegion', reactive({ region: 'nz' as const }))
  expect(twin.inputsOf('connections.setRegion')).toEqual([{ region: 'nz' }])
})

it('passes an event to the listeners of its name, until they stop', () => {
  const { twin, onEvent } = open()
  const received: string[] = []
  const stop = onEvent('uploads.changed', (event) => received.push(`${event.name} ${event.subject}`))
  twin.announce({ name: 'customers.changed' })
  twin.announce({ name: 'uploads.changed', subject: 'u1' })
  stop()
  twin.announce({ name: 'uploads.changed', subject: 'u2' })
  expect(received).toEqual(['uploads.changed u1'])
})

it('tells every listener that data may have changed after a reconnect, but repeats no command', () => {
  const { twin, onEvent } = open()
  const received: string[] = []
  onEvent('uploads.changed', (event) => received.push(event.name))
  onEvent('app.commanded', (event) => received.push(event.name))
  twin.linkIs(false)
  expect(received).toEqual([])
  twin.linkIs(true)
  expect(received).toEqual(['uploads.changed'])
})

it('reports every failed call to those who watch failures', async () => {
  const { twin, call, watchFailures } = open()
  const kinds: string[] = []
  const stop = watchFailures(({ kind }) => kinds.push(kind))
  twin.answer('connections.setRegion', () => failure({ kind: 'storage-damaged', message: 'Damaged.' }))
  await call('connections.setRegion', { region: 'nz' })
  stop()
  await call('connections.setRegion', { region: 'nz' })
  expect(kinds).toEqual(['storage-damaged'])
})

it('shares one call among equal reads that are in flight, and none among different ones', async () => {
  const { twin, read } = open()
  const calls = twin.hold('customers.get')
  const answers = [read('customers.get', { id: 'a' }), read('customers.get', { id: 'a' })]
  void read('customers.get', { id: 'b' })
  await settled()
  expect(calls.map(({ input }) => input.id)).toEqual(['a', 'b'])
  calls[0]?.answer(failure({ kind: 'not-found', message: 'Not found.' }))
  const [one, other] = await Promise.all(answers)
  expect(one).toBe(other)
  void read('customers.get', { id: 'a' })
  expect(calls).toHaveLength(3)
})

it('starts a new call for a read after an event or a command, because the older answer may be outdated', async () => {
  const { twin, read, call } = open()
  const calls = twin.hold('uploads.list')
  void read('uploads.list', {})
  twin.announce({ name: 'uploads.changed' })
  void read('uploads.list', {})
  expect(calls).toHaveLength(2)
  twin.answer('uploads.cancel', () => success({} as never))
  await call('uploads.cancel', { id: 'u1' })
  void read('uploads.list', {})
  expect(calls).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { reactive } from 'vue'
import { failure, success } from '../../../../src/contract/result.ts'
import { installHostTwin } from '../host-twin.ts'

const twin = installHostTwin()
const { call, onEvent, watchFailures } = await import('../../../../src/renderer/bridge/client.ts')

test('what crosses is plain, also when it comes from a form', async () => {
  twin.answer('connections.setRegion', () => success({} as never))
  const form = reactive({ region: 'nz' as const })
  await call('connections.setRegion', form)
  expect(twin.inputsOf('connections.setRegion')).toEqual([{ region: 'nz' }])
})

test('an event is heard by those who asked for its name', () => {
  const heard: string[] = []
  const leave = onEvent('uploads.changed', (event) => heard.push(`${event.name} ${event.subject}`))
  twin.announce({ name: 'customers.changed' })
  twin.announce({ name: 'uploads.changed', subject: 'u1' })
  leave()
  twin.announce({ name: 'uploads.changed', subject: 'u2' })
  expect(heard).toEqual(['uploads.changed u1'])
})

test('after the program was gone every listener fetches again, but no command is repeated', () => {
  const heard: string[] = []
  const leave = [
    onEvent('uploads.changed', (event) => heard.push(event.name)),
    onEvent('app.commanded', (event) => heard.push(event.name)),
  ]
  twin.linkIs(false)
  expect(heard).toEqual([])
  twin.linkIs(true)
  for (const stop of leave) stop()
  expect(heard).toEqual(['uploads.changed'])
})

test('a failure is also told to whoever watches for what concerns every screen', async () => {
  const heard: string[] = []
  const leave = watchFailures(({ kind }) => heard.push(kind))
  twin.answer('connections.setRegion', () => failure({ kind: 'storage-damaged', message: 'Damaged.' }))
  await call('connections.setRegion', { region: 'nz' })
  leave()
  await call('connections.setRegion', { region: 'nz' })
  expect(heard).toEqual(['storage-damaged'])
})

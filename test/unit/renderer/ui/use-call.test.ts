import { expect, test } from 'vitest'
import type { AppInfo } from '../../../../src/contract/app.ts'
import { failure, success } from '../../../../src/contract/result.ts'
import { installHostTwin, settled } from '../host-twin.ts'

const twin = installHostTwin()
const { useCall } = await import('../../../../src/renderer/ui/useCall.ts')

const info = (version: string): AppInfo => ({
  name: 'Forecourt',
  version,
  host: 'browser',
  versions: {},
  dataFolder: '/data',
})

test('an answer that comes after that of a newer call changes nothing', async () => {
  const held = twin.hold('app.info')
  const { value, loading, run } = useCall('app.info')
  const older = run({})
  const newer = run({})
  held[1]?.answer(success(info('2')))
  await newer
  expect(value.value?.version).toBe('2')
  expect(loading.value).toBe(false)

  held[0]?.answer(success(info('1')))
  expect(await older).toMatchObject({ ok: true, value: { version: '1' } })
  expect(value.value?.version).toBe('2')
})

test('a newer call that is still under way keeps the older answer out', async () => {
  const held = twin.hold('app.info')
  const { value, loading, run } = useCall('app.info')
  void run({})
  void run({})
  held[0]?.answer(success(info('1')))
  await settled()
  expect(value.value).toBeNull()
  expect(loading.value).toBe(true)
})

test('a failure leaves the value before it standing, and goes with the next success', async () => {
  const { value, failure: failed, run } = useCall('app.info')
  twin.answer('app.info', () => success(info('1')))
  await run({})
  twin.answer('app.info', () => failure({ kind: 'offline', message: 'No network.' }))
  await run({})
  expect(value.value?.version).toBe('1')
  expect(failed.value?.kind).toBe('offline')
  twin.answer('app.info', () => success(info('2')))
  await run({})
  expect(failed.value).toBeNull()
})

import { type EffectScope, effectScope } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { useUpload } from '../../../../../src/renderer/features/uploads/useUpload.ts'
import { useUploadList } from '../../../../../src/renderer/features/uploads/useUploadList.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleUpload } from './sample-upload.ts'

const scopes: EffectScope[] = []
afterEach(() => {
  for (const one of scopes.splice(0)) one.stop()
})
const within = <T>(make: () => T): T => {
  const one = effectScope()
  scopes.push(one)
  return one.run(make)!
}

describe('an upload in hand', () => {
  it('drops a look that began before an action was answered, and looks again', async () => {
    const twin = createProgramClientTwin()
    const work = within(() => useUpload(twin.client, 'upload-1'))
    work.load()
    const look = twin.next('uploads.get')
    const cancelling = work.cancel()
    expect(work.acting.value).toBe('cancel')
    await twin.next('uploads.cancel').succeed(sampleUpload({ state: 'cancelling' }))
    expect(await cancelling).toBe(true)
    await look.succeed(sampleUpload({ state: 'running' }))
    expect(work.upload.value?.state).toBe('cancelling')
    expect(work.acting.value).toBeNull()
  })

  it('keeps what is shown when a look fails, and says why', async () => {
    const twin = createProgramClientTwin()
    const work = within(() => useUpload(twin.client, 'upload-1'))
    work.load()
    await twin.next('uploads.get').succeed(sampleUpload())
    const resuming = work.resume()
    await twin.next('uploads.resume').fail({ kind: 'sign-in-required', message: 'Sign in again.' })
    expect(await resuming).toBe(false)
    expect(work.actionFailure.value?.message).toBe('Sign in again.')
    expect(work.upload.value?.id).toBe('upload-1')
  })

  it('hears its own upload only, and nothing after its screen is gone', async () => {
    const twin = createProgramClientTwin()
    const one = effectScope()
    one.run(() => useUpload(twin.client, 'upload-1'))
    await twin.announce('uploads.changed', 'upload-2')
    expect(twin.open).toEqual([])
    await twin.announce('uploads.changed', 'upload-1')
    expect(twin.open.map((call) => call.method)).toEqual(['uploads.get'])
    one.stop()
    expect(twin.listening('uploads.changed')).toBe(0)
  })

  it('says what she decided about a batch whose answer was lost', async () => {
    const twin = createProgramClientTwin({ 'uploads.settle': () => sampleUpload() })
    const work = within(() => useUpload(twin.client, 'upload-1'))
    await work.settle(3, false)
    expect(twin.calls[0]).toEqual({ method: 'uploads.settle', input: { id: 'upload-1', batch: 3, arrived: false } })
  })
})

describe('the list of uploads', () => {
  it('keeps the list while it cannot be fetched', async () => {
    const twin = createProgramClientTwin()
    const list = within(() => useUploadList(twin.client))
    expect(list.uploads.value).toBeNull()
    list.load()
    await twin.next('uploads.list').fail({ message: 'Not now.' })
    expect(list.failure.value?.message).toBe('Not now.')
    expect(list.uploads.value).toBeNull()
  })
})

import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { useUpload } from '../../../../../src/renderer/features/uploads/useUpload.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleUpload } from './sample-upload.ts'
import { withinScope } from '../../within-scope.ts'

function open(twin = createProgramClientTwin()) {
  const scope = effectScope()
  return { twin, scope, ...withinScope(() => useUpload('upload-1'), twin, scope) }
}

describe('an upload', () => {
  it('ignores a read that began before an action was answered, and reads again', async () => {
    const { twin, cancel, acting, upload } = open()
    const read = twin.next('uploads.get')
    const cancelling = cancel()
    expect(acting.value).toBe('cancel')
    await twin.next('uploads.cancel').succeed(sampleUpload({ state: 'cancelling' }))
    expect(await cancelling).toBe(true)
    await read.succeed(sampleUpload({ state: 'running' }))
    expect(upload.value?.state).toBe('cancelling')
    expect(acting.value).toBeNull()
  })

  it('stays on the screen when an action fails, with the reason', async () => {
    const { twin, resume, actionFailure, upload } = open()
    await twin.next('uploads.get').succeed(sampleUpload())
    const resuming = resume()
    await twin.next('uploads.resume').fail({ kind: 'sign-in-required', message: 'Sign in again.' })
    expect(await resuming).toBe(false)
    expect(actionFailure.value?.message).toBe('Sign in again.')
    expect(upload.value?.id).toBe('upload-1')
  })

  it('is read again after events of its own and of the connection, until its screen closes', async () => {
    const { twin, scope } = open()
    const calls = (): number => twin.calls.filter(({ method }) => method === 'uploads.get').length
    await twin.announce('uploads.changed', 'upload-2')
    await twin.next('uploads.get').succeed(sampleUpload())
    expect(calls()).toBe(1)
    await twin.announce('uploads.changed', 'upload-1')
    await expect.poll(calls).toBe(2)
    await twin.next('uploads.get').succeed(sampleUpload())
    await twin.announce('connections.changed')
    await expect.poll(calls).toBe(3)
    scope.stop()
    expect(twin.listening('uploads.changed')).toBe(0)
  })

  it('leaves out as many rejected rows as the user saw', async () => {
    const twin = createProgramClientTwin({ 'uploads.leaveOutRejected': () => sampleUpload() })
    await open(twin).leaveOutRejected(2)
    expect(twin.calls.at(-1)).toEqual({ method: 'uploads.leaveOutRejected', input: { id: 'upload-1', rows: 2 } })
  })

  it('sends the user’s decision about a batch whose answer was lost', async () => {
    const twin = createProgramClientTwin({ 'uploads.settle': () => sampleUpload() })
    await open(twin).settle(3, false)
    expect(twin.calls.at(-1)).toEqual({
      method: 'uploads.settle',
      input: { id: 'upload-1', batch: 3, arrived: false },
    })
  })
})

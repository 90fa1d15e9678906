import { describe, expect, it } from 'vitest'
import { useSend } from '../../../../../src/renderer/features/drafts/send/useSend.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'

describe('sending', () => {
  it('creates the upload once, with what she chose, however often she presses', async () => {
    const twin = createProgramClientTwin()
    const send = useSend(twin.client, 'draft-1', ' Sold cars ')
    send.lookUpMissingVins.value = true
    send.references.value = false
    const first = send.send()
    expect(await send.send()).toBeNull()
    expect(twin.calls).toEqual([
      {
        method: 'uploads.create',
        input: { draftId: 'draft-1', name: 'Sold cars', lookUpMissingVins: true, references: false },
      },
    ])
    await twin.next('uploads.create').succeed({ id: 'upload-9' })
    expect(await first).toBe('upload-9')
  })

  it('looks nothing up and ties rows to customers unless she says otherwise', () => {
    const send = useSend(createProgramClientTwin().client, 'draft-1', 'Sold cars')
    expect(send.lookUpMissingVins.value).toBe(false)
    expect(send.references.value).toBe(true)
  })

  it('keeps everything and says why when it could not be queued', async () => {
    const twin = createProgramClientTwin()
    const send = useSend(twin.client, 'draft-1', 'Sold cars')
    const sending = send.send()
    await twin.next('uploads.create').fail({ kind: 'disk-full', message: 'The disk is full.' })
    expect(await sending).toBeNull()
    expect(send.failure.value?.message).toBe('The disk is full.')
    expect(send.sending.value).toBe(false)
  })
})

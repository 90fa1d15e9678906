import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { useSend } from '../../../../../../src/renderer/features/drafts/send/useSend.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'

const openStep = (
  twin: ReturnType<typeof createProgramClientTwin>,
  draftId: string,
  name: string,
): ReturnType<typeof useSend> => effectScope().run(() => useSend(twin.client, draftId, name))!

describe('the step "Send"', () => {
  it('creates one upload with the chosen options, even if Send is pressed twice', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', ' Sold cars ')
    send.lookUpMissingVins.value = true
    send.references.value = false
    const first = send.send()
    expect(await send.send()).toBeNull()
    expect(twin.calls.filter(({ method }) => method === 'uploads.create')).toEqual([
      {
        method: 'uploads.create',
        input: { draftId: 'draft-1', name: 'Sold cars', lookUpMissingVins: true, references: false },
      },
    ])
    await twin.next('uploads.create').succeed({ id: 'upload-9' })
    expect(await first).toBe('upload-9')
  })

  it('makes no look-ups and adds row references by default', () => {
    const send = openStep(createProgramClientTwin(), 'draft-1', 'Sold cars')
    expect(send.lookUpMissingVins.value).toBe(false)
    expect(send.references.value).toBe(true)
  })

  it('has the reason of a failure and can send again', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', 'Sold cars')
    const sending = send.send()
    await twin.next('uploads.create').fail({ kind: 'disk-full', message: 'The disk is full.' })
    expect(await sending).toBeNull()
    expect(send.failure.value?.message).toBe('The disk is full.')
    expect(send.sending.value).toBe(false)
  })
})

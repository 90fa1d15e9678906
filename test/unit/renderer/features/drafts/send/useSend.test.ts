import { describe, expect, it } from 'vitest'
import { useSend } from '../../../../../../src/renderer/features/drafts/send/useSend.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { withinScope } from '../../../within-scope.ts'

const openStep = (
  twin: ReturnType<typeof createProgramClientTwin>,
  draftId: string,
  name: string,
  agrees = true,
): ReturnType<typeof useSend> =>
  withinScope(() => useSend(draftId, name), { client: twin.client, answer: () => agrees })

const shown = { rows: 345, knownRows: 12 }

describe('the step "Send"', () => {
  it('creates one upload with the chosen options, even if Send is pressed twice', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', ' Sold cars ')
    send.lookUpMissingVins.value = true
    send.references.value = false
    const first = send.send(shown)
    expect(await send.send(shown)).toBeNull()
    expect(twin.calls.filter(({ method }) => method === 'uploads.create')).toEqual([
      {
        method: 'uploads.create',
        input: {
          draftId: 'draft-1',
          name: 'Sold cars',
          lookUpMissingVins: true,
          references: false,
          queueOffline: true,
          confirmed: shown,
        },
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
    const sending = send.send(shown)
    await twin.next('uploads.create').fail({ kind: 'disk-full', message: 'The disk is full.' })
    expect(await sending).toBeNull()
    expect(send.failure.value?.message).toBe('The disk is full.')
    expect(send.sending.value).toBe(false)
  })

  const sameFile = {
    uploads: [
      {
        id: 'upload-3',
        name: 'March',
        fileName: 'march.csv',
        createdAt: '2026-11-19T00:00:00.000Z',
        connectionName: 'Practice',
        region: 'au' as const,
        finished: true,
        customers: 345,
        undone: null,
      },
    ],
  }

  it('sends a file that was uploaded before only after the user has confirmed it', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', 'Sold cars')
    await twin.next('uploads.sameFile').succeed(sameFile)
    const sending = send.send(shown)
    await expect.poll(() => twin.calls.at(-1)?.method).toBe('uploads.create')
    await twin.next('uploads.create').succeed({ id: 'upload-9' })
    expect(await sending).toBe('upload-9')
    const created = twin.calls.find(({ method }) => method === 'uploads.create')
    expect(created?.input).toMatchObject({ sameFileConfirmed: ['upload-3'] })
    const again = createProgramClientTwin({ 'uploads.sameFile': () => sameFile })
    const refused = openStep(again, 'draft-1', 'Sold', false)
    await again.settled()
    expect(await refused.send(shown)).toBeNull()
  })

  const listNotRefreshed = {
    kind: 'needs-confirmation',
    message: 'The customer list can’t be refreshed.',
    since: '2026-11-19T00:00:00.000Z',
  } as const

  it('sends with an old customer list after the user has confirmed its age', async () => {
    const twin = createProgramClientTwin()
    const sending = openStep(twin, 'draft-1', 'Sold cars').send(shown)
    await twin.next('uploads.create').fail(listNotRefreshed)
    expect(twin.calls.at(-1)?.input).toMatchObject({ draftId: 'draft-1', confirmed: shown, listAgeConfirmed: true })
    await twin.next('uploads.create').succeed({ id: 'upload-9' })
    expect(await sending).toBe('upload-9')
  })

  it('sends nothing when the user does not confirm the age of the customer list', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', 'Sold cars', false)
    const sending = send.send(shown)
    await twin.next('uploads.create').fail(listNotRefreshed)
    expect(await sending).toBeNull()
    expect(twin.calls.filter(({ method }) => method === 'uploads.create')).toHaveLength(1)
    expect(send.failure.value).toBeNull()
  })

  it('shows the progress of the refresh, and cancelling it is no failure', async () => {
    const twin = createProgramClientTwin()
    const send = openStep(twin, 'draft-1', 'Sold cars')
    const sending = send.send(shown)
    const progress = { part: 0, words: 'Refreshing the customer list: 200 read' }
    void twin.announce('drafts.progressed', 'draft-2', { part: 0, words: 'Another draft' })
    expect(send.refreshing.value).toBeNull()
    void twin.announce('drafts.progressed', 'draft-1', progress)
    expect(send.refreshing.value).toBe(progress.words)
    void send.cancel()
    await twin.next('uploads.stopCreating').succeed({})
    await twin.next('uploads.create').fail({ kind: 'cancelled', message: 'Sending was cancelled.' })
    expect(await sending).toBeNull()
    expect(send.refreshing.value).toBeNull()
    expect(send.failure.value).toBeNull()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import type { Draft } from '../../../../../../src/contract/drafts.ts'
import { failure, success } from '../../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../../src/renderer/bridge/program-client.ts'
import { useOpenFileStore } from '../../../../../../src/renderer/features/drafts/opening/open-file-store.ts'
import { createHostTwin, type HostTwin, settled, useStoresWith } from '../../../host-twin.ts'

let twin: HostTwin
beforeEach(() => {
  twin = createHostTwin()
  useStoresWith(createProgramClient(twin.bridge))
})

const file = new File(['Rego,Name\nABC123,Jo'], 'sold.csv')
const ticket = success({ fileId: 'file-1', name: 'sold.csv', sizeBytes: 12 })
const draft = (id: string): Draft => ({ id }) as Draft

describe('opening a spreadsheet', () => {
  test('reports progress and gives the id of the new draft', async () => {
    const store = useOpenFileStore()
    twin.takenFile = ticket
    const held = twin.hold('drafts.open')
    const opening = store.openFile(file)
    await settled()
    expect(held[0]?.input).toEqual({ fileId: 'file-1' })
    twin.announce({ name: 'drafts.progressed', subject: 'file-1', progress: { part: 0.4, words: 'Checking rows' } })
    const opened = { kind: 'opening', fileName: 'sold.csv', fileId: 'file-1', part: 0.4, firstRows: [] }
    expect(store.state).toEqual({ ...opened, progressText: 'Checking rows' })
    const firstRows = [['Name', 'Rego']]
    twin.announce({
      name: 'drafts.progressed',
      subject: 'file-1',
      progress: { part: 0.4, words: 'Checking rows', firstRows },
    })
    const slower = { part: 0.5, words: 'Checking rows', secondsLeft: 25 }
    twin.announce({ name: 'drafts.progressed', subject: 'file-1', progress: slower })
    expect(store.state).toMatchObject({ part: 0.5, progressText: 'Checking rows, about 30 seconds left', firstRows })
    twin.announce({ name: 'drafts.progressed', subject: 'file-2', progress: { part: 0.9, words: 'Other file' } })
    expect(store.state).toMatchObject({ part: 0.5 })
    held[0]?.answer(success(draft('d1')))
    expect(await opening).toBe('d1')
    expect(store.state).toEqual({ kind: 'idle' })
  })

  test('keeps the failure of an unreadable file until it is dismissed', async () => {
    const store = useOpenFileStore()
    twin.answer('drafts.open', () => failure({ kind: 'invalid-input', message: 'This is a picture.' }))
    expect(await store.openFile(file)).toBeNull()
    expect(store.state).toMatchObject({
      kind: 'failed',
      fileName: 'sold.csv',
      failure: { message: 'This is a picture.' },
    })
    store.dismiss()
    expect(store.state).toEqual({ kind: 'idle' })
  })

  test('opens a sample spreadsheet like any other file', async () => {
    const store = useOpenFileStore()
    twin.answer('practice.takeSample', ({ sample }) =>
      success({ fileId: `file-${sample}`, name: 'sample.csv', sizeBytes: 9 }),
    )
    twin.answer('drafts.open', ({ fileId }) => success(draft(`draft of ${fileId}`)))
    expect(await store.openSample('messy')).toBe('draft of file-messy')
    twin.answer('practice.takeSample', () => failure({ kind: 'unexpected', message: 'It is missing.' }))
    expect(await store.openSample('clean')).toBeNull()
    expect(store.state).toMatchObject({ kind: 'failed', failure: { message: 'It is missing.' } })
  })

  test('ends in the program when it is cancelled, and gives no draft', async () => {
    const store = useOpenFileStore()
    twin.takenFile = ticket
    const cancelled = twin.hold('drafts.cancelOpen')
    const held = twin.hold('drafts.open')
    const opening = store.openFile(file)
    await settled()
    store.dismiss()
    expect(cancelled[0]?.input).toEqual({ fileId: 'file-1' })
    held[0]?.answer(success(draft('d2')))
    expect(await opening).toBeNull()
    expect(store.state).toEqual({ kind: 'idle' })
  })

  test('a second file replaces the first', async () => {
    const store = useOpenFileStore()
    const held = twin.hold('drafts.open')
    const first = store.openFile(file)
    await settled()
    const second = store.openFile(new File([''], 'second.csv'))
    await settled()
    held[1]?.answer(success(draft('d4')))
    held[0]?.answer(success(draft('d3')))
    expect(await Promise.all([first, second])).toEqual([null, 'd4'])
  })

  test('a closed file dialog changes nothing', async () => {
    const store = useOpenFileStore()
    twin.chosenFile = success(null)
    expect(await store.chooseAndOpen()).toBeNull()
    expect(store.state).toEqual({ kind: 'idle' })
  })
})

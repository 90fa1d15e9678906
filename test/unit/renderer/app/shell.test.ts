import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../../../src/contract/connections.ts'
import type { Draft } from '../../../../src/contract/drafts.ts'
import { failure, success } from '../../../../src/contract/result.ts'
import type { UploadSummary } from '../../../../src/contract/uploads.ts'
import { installHostTwin, settled } from '../host-twin.ts'

const twin = installHostTwin()
const { useOpenFileStore } = await import('../../../../src/renderer/app/open-file-store.ts')
const { fileFromPaste } = await import('../../../../src/renderer/app/pasted-file.ts')
const { summariseUploads } = await import('../../../../src/renderer/app/running-uploads-store.ts')
const { connectionWords } = await import('../../../../src/renderer/app/connection-text.ts')
const { useConnectionStore } = await import('../../../../src/renderer/app/connection-store.ts')

beforeEach(() => setActivePinia(createPinia()))

const file = new File(['Rego,Name\nABC123,Jo'], 'sold.csv')
const ticket = success({ fileId: 'file-1', name: 'sold.csv', sizeBytes: 12 })
const draft = (id: string): Draft => ({ id }) as Draft

describe('opening a spreadsheet', () => {
  test('goes from the file to its draft, with progress in between', async () => {
    const store = useOpenFileStore()
    twin.takenFile = ticket
    const held = twin.hold('drafts.open')
    const opening = store.openFile(file)
    await settled()
    expect(held[0]?.input).toEqual({ fileId: 'file-1' })
    twin.announce({ name: 'drafts.progressed', subject: 'file-1', progress: { part: 0.4, words: 'Checking rows' } })
    expect(store.state).toEqual({ kind: 'opening', fileName: 'sold.csv', part: 0.4, words: 'Checking rows' })
    held[0]?.answer(success(draft('d1')))
    expect(await opening).toBe('d1')
    expect(store.state).toEqual({ kind: 'idle' })
  })

  test('a file that cannot be read leaves a notice until it is dismissed', async () => {
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

  test('one that was set aside does not come up later', async () => {
    const store = useOpenFileStore()
    const held = twin.hold('drafts.open')
    const opening = store.openFile(file)
    await settled()
    store.dismiss()
    held[0]?.answer(success(draft('d2')))
    expect(await opening).toBeNull()
    expect(store.state).toEqual({ kind: 'idle' })
  })

  test('a second file takes over from the first', async () => {
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

  test('the dialog that she closed changes nothing', async () => {
    const store = useOpenFileStore()
    twin.chosenFile = success(null)
    expect(await store.chooseAndOpen()).toBeNull()
    expect(store.state).toEqual({ kind: 'idle' })
  })
})

describe('a paste', () => {
  const none: File[] = []
  test('of cells becomes a table', async () => {
    const made = fileFromPaste({ files: none, text: 'Rego\tName\r\nABC123\tJo\r\n' })
    expect(made?.name).toBe('Pasted table.tsv')
    expect(await made?.text()).toBe('Rego\tName\r\nABC123\tJo\r\n')
  })
  test('of a copied file is that file', () => {
    expect(fileFromPaste({ files: [file], text: '' })).toBe(file)
  })
  test('of cells with their picture is the cells', () => {
    const picture = new File([''], 'image.png', { type: 'image/png' })
    expect(fileFromPaste({ files: [picture], text: 'a\tb\nc\td' })?.name).toBe('Pasted table.tsv')
  })
  test('of a word is not for us', () => {
    expect(fileFromPaste({ files: none, text: 'Priya Raman' })).toBeNull()
    expect(fileFromPaste({ files: none, text: 'one\ntwo' })).toBeNull()
  })
})

describe('running work in the top bar', () => {
  const upload = (id: string, state: UploadSummary['state'], done: number, total: number): UploadSummary =>
    ({ id, state, progress: { done, total, errors: 0, rowsPerSecond: null, secondsLeft: null } }) as UploadSummary

  test('counts those at work, over all their rows', () => {
    expect(
      summariseUploads([
        upload('a', 'running', 50, 100),
        upload('b', 'waiting', 0, 100),
        upload('c', 'complete', 10, 10),
      ]),
    ).toEqual({ running: 2, attention: 0, percent: 25, onlyId: null })
  })
  test('says of none that it runs at 100 percent: the sums are still being made then', () => {
    expect(summariseUploads([upload('a', 'running', 99, 100)]).percent).toBe(99)
    expect(summariseUploads([upload('a', 'running', 100, 100)]).percent).toBeNull()
  })
  test('names those that wait for her, and goes to the only one', () => {
    expect(summariseUploads([upload('a', 'stopped', 5, 10), upload('b', 'complete', 1, 1)])).toEqual({
      running: 0,
      attention: 1,
      percent: 0,
      onlyId: 'a',
    })
  })
})

describe('the connection in words', () => {
  const account = { kind: 'account', credentials: 'kept' } as Connection
  test.each([
    ['online', 'good', 'Online'],
    ['offline', 'warning', 'Offline'],
    ['sign-in-required', 'error', 'Sign-in needed'],
  ] as const)('%s', (reachability, tone, words) => {
    expect(connectionWords(account, reachability)).toEqual({ tone, words })
  })
  test('missing credentials come before all else', () => {
    expect(connectionWords({ ...account, credentials: 'missing' }, 'online').words).toBe('Credentials missing')
  })
})

test('the connection is fetched again when it is announced to have changed', async () => {
  const current = { id: 'a', region: 'au' } as Connection
  twin.answer('connections.state', () =>
    success({ connections: [current], current, reachability: 'online', lastAnswerAt: null }),
  )
  const store = useConnectionStore()
  await store.refresh()
  expect(store.region).toBe('au')
  twin.answer('connections.state', () =>
    success({
      connections: [current],
      current: { ...current, region: 'nz' },
      reachability: 'offline',
      lastAnswerAt: null,
    }),
  )
  twin.announce({ name: 'connections.changed' })
  await settled()
  expect(store.region).toBe('nz')
})

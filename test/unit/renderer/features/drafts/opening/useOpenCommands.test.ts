import { ref } from 'vue'
import { expect, test, describe } from 'vitest'
import type { FileTicket } from '../../../../../../src/contract/app.ts'
import { failure, success } from '../../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../../src/renderer/bridge/program-client.ts'
import type { OpenFileState } from '../../../../../../src/renderer/features/drafts/opening/open-file-store.ts'
import {
  useOpenedFiles,
  fileFromPaste,
} from '../../../../../../src/renderer/features/drafts/opening/useOpenCommands.ts'
import { createHostTwin, settled } from '../../../host-twin.ts'
import { inWindow } from '../../../in-window.ts'

const ticket = (name: string): FileTicket => ({ fileId: name, name, sizeBytes: 9 })

test('files that were opened outside the window become drafts one after the other, and a bad one stops none', async () => {
  const twin = createHostTwin()
  const waiting = [
    success(ticket('first.csv')),
    failure({ kind: 'not-found', message: '“gone.csv” no longer exists.' }),
    success(ticket('bad.csv')),
    success(ticket('last.csv')),
  ]
  twin.answer('app.takeOpenedFile', () => waiting.shift() ?? success(null))
  const opened: string[] = []
  const state = ref<OpenFileState>({ kind: 'idle' })
  const { toasts } = await inWindow(createProgramClient(twin.bridge), '/import', ['import'], () =>
    useOpenedFiles({
      state,
      async openTicket({ name }) {
        opened.push(name)
        const problem = { kind: 'invalid-input', message: 'This is a picture.' } as const
        state.value = name === 'bad.csv' ? { kind: 'failed', fileName: name, failure: problem } : { kind: 'idle' }
      },
    }),
  )
  await settled()
  expect(opened).toEqual(['first.csv', 'bad.csv', 'last.csv'])
  expect(toasts.past.value.toReversed().map(({ text }) => text)).toEqual([
    '“gone.csv” no longer exists.',
    expect.stringContaining('This is a picture.'),
  ])

  waiting.push(success(ticket('later.csv')))
  twin.announce({ name: 'app.fileOpened' })
  await settled()
  expect(opened.at(-1)).toBe('later.csv')
})

const file = new File(['Rego,Name\nABC123,Jo'], 'sold.csv')

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
  test('of cells with their picture becomes a table', () => {
    const picture = new File([''], 'image.png', { type: 'image/png' })
    expect(fileFromPaste({ files: [picture], text: 'a\tb\nc\td' })?.name).toBe('Pasted table.tsv')
  })
  test('of a word is ignored', () => {
    expect(fileFromPaste({ files: none, text: 'Priya Raman' })).toBeNull()
    expect(fileFromPaste({ files: none, text: 'one\ntwo' })).toBeNull()
  })
})

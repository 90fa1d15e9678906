import { useEventListener } from '@vueuse/core'
import { useRoute } from 'vue-router'
import type { FeatureCommand } from '../../../app/feature.ts'
import { isTextField } from '../../../app/shortcuts/shortcut.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useEvent } from '../../../bridge/useEvent.ts'
import { useToasts } from '../../../ui/useToasts.ts'
import { openingText } from './opening-text.ts'
import { useOpenFile, type OpenFile } from './useOpenFile.ts'

/** Ways to open a spreadsheet that work outside the import page's own buttons: Ctrl+O anywhere, and a paste on that page. */
export function useOpenCommands(): readonly FeatureCommand[] {
  const openFile = useOpenFile()
  const route = useRoute()
  useOpenedFiles(openFile)

  useEventListener(window, 'paste', (event: ClipboardEvent) => {
    if (route.name !== 'import' || isTextField(event.target)) return
    const file = event.clipboardData
      ? fileFromPaste({ files: event.clipboardData.files, text: event.clipboardData.getData('text/plain') })
      : null
    if (file) void openFile.open(file)
  })

  return [
    {
      name: 'open-file',
      shortcut: { keys: 'Ctrl+O', label: 'Open a spreadsheet' },
      run: () => void openFile.choose(),
    },
  ]
}

/** Opens the files that the user opened with Forecourt outside its window, one after the other: each becomes a draft. */
export function useOpenedFiles(openFile: Pick<OpenFile, 'openTicket' | 'state'>): void {
  const client = useClient()
  const toasts = useToasts()
  let opening: Promise<void> = Promise.resolve()

  async function openAll(): Promise<void> {
    for (;;) {
      const taken = await client.call('app.takeOpenedFile', {})
      if (!taken.ok) {
        toasts.failure(taken.error)
        // A program that is not reached would fail for ever.
        if (taken.error.kind !== 'not-found' && taken.error.kind !== 'invalid-input') return
      } else if (taken.value === null) return
      else {
        await openFile.openTicket(taken.value)
        // The next file replaces what the page shows of this one.
        if (openFile.state.value.kind === 'failed') toasts.failure(openFile.state.value.failure)
      }
    }
  }

  const openNext = (): void => void (opening = opening.then(openAll))
  useEvent('app.fileOpened', openNext)
  openNext()
}

/**
 * The file that a paste brings: a copied file, or cells copied from a spreadsheet (lines with separators) as a file. Null for
 * anything else, such as a word.
 */
export function fileFromPaste(clipboard: { files: ArrayLike<File>; text: string }): File | null {
  const file = clipboard.files[0]
  // Excel adds a picture of the copied cells to their text.
  if (file && !file.type.startsWith('image/')) return file
  const lines = clipboard.text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const isTable = lines.length >= 2 && lines.some((line) => /[\t,;|]/.test(line))
  if (!isTable) return null
  return new File([clipboard.text], openingText.pastedFileName, { type: 'text/tab-separated-values' })
}

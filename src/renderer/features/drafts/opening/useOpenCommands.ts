import { useEventListener } from '@vueuse/core'
import { useRoute } from 'vue-router'
import type { FeatureCommand } from '../../../app/feature.ts'
import { isTextField } from '../../../app/shortcuts/shortcut.ts'
import { fileFromPaste } from './pasted-file.ts'
import { useOpenedFiles } from './useOpenedFiles.ts'
import { useOpenFile } from './useOpenFile.ts'

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

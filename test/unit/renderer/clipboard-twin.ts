import { onTestFinished, vi } from 'vitest'

/** A clipboard that a test can make refuse; it is removed when the test ends. */
export function installClipboard(): { refuses: boolean; text: string | null } {
  const clipboard = { refuses: false, text: null as string | null }
  vi.stubGlobal('navigator', {
    clipboard: {
      async writeText(text: string) {
        if (clipboard.refuses) throw new DOMException('Write permission denied.', 'NotAllowedError')
        clipboard.text = text
      },
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return clipboard
}

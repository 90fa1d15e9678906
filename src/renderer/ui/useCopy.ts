import { readonly, ref } from 'vue'
import { safeCell } from '../../contract/csv-injection.ts'
import type { ProgramClient } from '../bridge/program-client.ts'
import { clipboardText } from './clipboard-text.ts'
import { uiText } from './ui-text.ts'
import { type Toasts, useToasts } from './useToasts.ts'

const copiedForMs = 2_000

/**
 * Puts text on the clipboard, so that a spreadsheet does not run it. False when the browser refuses: the page is not in
 * front, too much time has gone since the click, or the permission is missing. The browser gives no other reason.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(safeCell(text))
    return true
  } catch {
    return false
  }
}

/** The one way to copy a text in the window. Tables are copied by `copyTable`. */
export function useCopy(toasts: Toasts = useToasts()) {
  /** True for two seconds after a text was copied. */
  const copied = ref(false)
  let ending: ReturnType<typeof setTimeout> | undefined

  /** Copies a text. A failure is shown in a notice; `done` is shown when it worked. */
  async function copy(text: string, done?: string): Promise<void> {
    if (!(await copyText(text))) {
      toasts.failure(clipboardText.failed, { label: clipboardText.retry, run: () => void copy(text, done) })
      return
    }
    if (done !== undefined) toasts.success(done)
    copied.value = true
    clearTimeout(ending)
    ending = setTimeout(() => (copied.value = false), copiedForMs)
  }

  return { copy, copied: readonly(copied) }
}

/** Copies the report for support, and says so. */
export async function copyReport(client: Pick<ProgramClient, 'call'>, toasts: Toasts): Promise<void> {
  const answer = await client.call('app.report', {})
  if (answer.ok) await useCopy(toasts).copy(answer.value.content, uiText.report.copied)
  else toasts.failure(answer.error)
}

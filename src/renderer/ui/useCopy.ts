import { readonly, type Ref, ref } from 'vue'
import { clipboardText } from './clipboard-text.ts'
import { copyText } from './clipboard.ts'
import { type Toasts, useToasts } from './useToasts.ts'

export interface Copying {
  /** Copies a text. A failure is shown in a notice; `done` is shown when it worked. */
  copy(text: string, done?: string): Promise<void>
  /** True for two seconds after a text was copied. */
  readonly copied: Readonly<Ref<boolean>>
}

const copiedForMs = 2_000

/** The one way to copy a text in the window. Tables are copied by `copyTable`. */
export function useCopy(toasts: Toasts = useToasts()): Copying {
  const copied = ref(false)
  let ending: ReturnType<typeof setTimeout> | undefined

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

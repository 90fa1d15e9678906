import { type InjectionKey, shallowRef } from 'vue'
import { provided } from './provided-state.ts'

export interface Confirmation {
  /** The question, with what it is about: "Delete Jane Citizen?". */
  readonly title: string
  /** What will happen and what can't be undone. */
  readonly text?: string
  readonly names?: readonly string[]
  /** The verb on the button: "Delete", "Cancel the upload". */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly tone?: 'danger' | 'normal'
  /** A word that must be typed before the button works. */
  readonly typed?: string
}

/** One confirmation at a time; a second one waits for the first. */
export function createConfirmQueue() {
  const current = shallowRef<Confirmation | null>(null)
  const waiting: { confirmation: Confirmation; resolve: (agreed: boolean) => void }[] = []
  const showFirst = (): void => {
    current.value = waiting[0]?.confirmation ?? null
  }
  return {
    current,
    ask: (confirmation: Confirmation) =>
      new Promise<boolean>((resolve) => {
        waiting.push({ confirmation, resolve })
        if (waiting.length === 1) showFirst()
      }),
    answer(agreed: boolean) {
      const first = waiting.shift()
      showFirst()
      first?.resolve(agreed)
    },
    /** Their screen has gone: nobody agreed. */
    cancelAll() {
      current.value = null
      for (const { resolve } of waiting.splice(0)) resolve(false)
    },
  }
}

export const confirmKey: InjectionKey<ReturnType<typeof createConfirmQueue>> = Symbol('confirm')

/** The confirmations of the window, for the dialog that shows them. */
export const useConfirmQueue = () => provided(confirmKey)

/** `const confirm = useConfirm(); if (await confirm({ title, confirmLabel })) ...` True only when the user confirmed. */
export const useConfirm = () => useConfirmQueue().ask

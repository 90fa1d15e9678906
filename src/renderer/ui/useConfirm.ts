import { type InjectionKey, inject, type ShallowRef, shallowRef } from 'vue'

export interface Confirmation {
  /** The question, with what it is about: "Delete Jane Citizen?". */
  readonly title: string
  /** What will happen and what can't be undone. */
  readonly text?: string
  /** The affected items, by name. */
  readonly names?: readonly string[]
  /** The verb on the button: "Delete", "Cancel the upload". */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly tone?: 'danger' | 'normal'
  /** A word that must be typed before the button works. */
  readonly typed?: string
}

export interface ConfirmQueue {
  readonly current: ShallowRef<Confirmation | null>
  ask(confirmation: Confirmation): Promise<boolean>
  answer(agreed: boolean): void
}

/** One confirmation at a time; a second one waits for the first. */
export function createConfirmQueue(): ConfirmQueue {
  const current = shallowRef<Confirmation | null>(null)
  const waiting: { confirmation: Confirmation; resolve: (agreed: boolean) => void }[] = []
  const showFirst = (): void => {
    current.value = waiting[0]?.confirmation ?? null
  }
  return {
    current,
    ask: (confirmation) =>
      new Promise((resolve) => {
        waiting.push({ confirmation, resolve })
        if (waiting.length === 1) showFirst()
      }),
    answer(agreed) {
      const first = waiting.shift()
      showFirst()
      first?.resolve(agreed)
    },
  }
}

export const confirmKey: InjectionKey<ConfirmQueue> = Symbol('confirm')

/** The confirmations of the window, for the dialog that shows them. */
export function useConfirmQueue(): ConfirmQueue {
  const queue = inject(confirmKey)
  if (!queue) throw new Error('useConfirm needs the App around it')
  return queue
}

/** `const confirm = useConfirm(); if (await confirm({ title, confirmLabel })) ...` True only when the user confirmed. */
export function useConfirm(): (confirmation: Confirmation) => Promise<boolean> {
  const queue = useConfirmQueue()
  return (confirmation) => queue.ask(confirmation)
}

import { type InjectionKey, inject, type ShallowRef, shallowRef } from 'vue'
import type { Failure } from '../../contract/result.ts'

export interface ToastAction {
  readonly label: string
  run(): void
}

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'failure'
  readonly text: string
  readonly detail: string | null
  readonly action: ToastAction | null
}

export interface Toasts {
  readonly shown: ShallowRef<readonly Toast[]>
  /** Says that something was done; goes by itself. An action ("Undo") keeps it longer. */
  success(text: string, action?: ToastAction): void
  /** Says that something failed; stays until it is closed. */
  failure(failure: Failure | string, action?: ToastAction): void
  close(id: number): void
}

/** At most this many at once: the oldest gives way. */
const maxShown = 4

export function createToasts(): Toasts {
  const shown = shallowRef<readonly Toast[]>([])
  let lastId = 0
  const add = (toast: Omit<Toast, 'id'>): void => {
    lastId += 1
    shown.value = [...shown.value, { ...toast, id: lastId }].slice(-maxShown)
  }
  return {
    shown,
    success: (text, action) => add({ tone: 'success', text, detail: null, action: action ?? null }),
    failure(failure, action) {
      const words = typeof failure === 'string' ? { text: failure, detail: null } : describe(failure)
      add({ tone: 'failure', ...words, action: action ?? null })
    },
    close(id) {
      shown.value = shown.value.filter((toast) => toast.id !== id)
    },
  }
}

function describe(failure: Failure): { text: string; detail: string | null } {
  return { text: failure.message, detail: [failure.kept, failure.next].filter(Boolean).join(' ') || null }
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')

export function useToasts(): Toasts {
  const toasts = inject(toastsKey)
  if (!toasts) throw new Error('useToasts needs the App around it')
  return toasts
}

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
  /** Shows a success. It closes by itself, later when it has an action ("Undo"). Gives the id of the notice. */
  success(text: string, action?: ToastAction): number
  /** Shows a failure. It stays until it is closed. Gives the id of the notice. */
  failure(failure: Failure | string, action?: ToastAction): number
  close(id: number): void
}

/** The most notices at once; the oldest is removed. */
const maxShown = 4

export function createToasts(): Toasts {
  const shown = shallowRef<readonly Toast[]>([])
  let lastId = 0
  const add = (toast: Omit<Toast, 'id'>): number => {
    lastId += 1
    shown.value = [...shown.value, { ...toast, id: lastId }].slice(-maxShown)
    return lastId
  }
  return {
    shown,
    success: (text, action) => add({ tone: 'success', text, detail: null, action: action ?? null }),
    failure(failure, action) {
      const message = typeof failure === 'string' ? { text: failure, detail: null } : describe(failure)
      return add({ tone: 'failure', ...message, action: action ?? null })
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

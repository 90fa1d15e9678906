import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Shortcut } from '../../../app/shortcuts/shortcut.ts'

/** Ctrl+K opens the command palette. */
export const focusShortcut: Shortcut = { keys: 'Ctrl+Shift+K', label: 'Look up a car' }

/** Requests from the shortcut, the palette and the menus to focus the look-up box, also before its screen is open. */
export const useBoxFocusStore = defineStore('look-up-box-focus', () => {
  const requested = ref(false)
  const text = ref<string | null>(null)
  const submits = ref(false)
  return {
    requested,
    /**
     * `wanted`: a plate, VIN or keywords to put into the box; null leaves it as it is. `submit`: looks it up at once, with the
     * questions that the box asks.
     */
    request(wanted: string | null = null, submit = false): void {
      text.value = wanted
      submits.value = submit
      requested.value = true
    },
    complete(): { readonly text: string | null; readonly submit: boolean } {
      const wanted = { text: text.value, submit: submits.value }
      text.value = null
      submits.value = false
      requested.value = false
      return wanted
    },
  }
})

import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Requests from Ctrl+K and the menus to focus the look-up box, also before its screen is open. */
export const useBoxFocusStore = defineStore('look-up-box-focus', () => {
  const requested = ref(false)
  const text = ref<string | null>(null)
  return {
    requested,
    /** `wanted`: a plate, VIN or keywords to put into the box; null leaves it as it is. */
    request(wanted: string | null = null): void {
      text.value = wanted
      requested.value = true
    },
    /** Returns the text that was wanted. */
    complete(): string | null {
      const wanted = text.value
      text.value = null
      requested.value = false
      return wanted
    },
  }
})

import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Requests from Ctrl+K and the menu to focus the look-up box, also before its screen is open. */
export const useBoxFocusStore = defineStore('look-up-box-focus', () => {
  const requested = ref(false)
  return {
    requested,
    request(): void {
      requested.value = true
    },
    complete(): void {
      requested.value = false
    },
  }
})

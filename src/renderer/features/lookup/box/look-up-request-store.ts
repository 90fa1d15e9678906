import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Ctrl+K and the menu ask for the box of the look-up; the box hears it here, also when its screen has yet to open. */
export const useLookUpRequestStore = defineStore('look-up-request', () => {
  const wanted = ref(false)
  return {
    wanted,
    ask(): void {
      wanted.value = true
    },
    served(): void {
      wanted.value = false
    },
  }
})

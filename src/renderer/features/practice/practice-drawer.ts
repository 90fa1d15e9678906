import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Whether the controls of practice are open. */
export const usePracticeDrawer = defineStore('practice-drawer', () => ({ isOpen: ref(false) }))

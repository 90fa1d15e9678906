import { defineStore } from 'pinia'
import { ref } from 'vue'

export const usePracticeDrawer = defineStore('practice-drawer', () => ({ isOpen: ref(false) }))

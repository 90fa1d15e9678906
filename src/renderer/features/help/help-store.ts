import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { HelpContext, HelpPlace } from './help-place.ts'

/** What Help shows when it opens: the page of a context, a page, or the changes of the last versions. */
export type HelpTarget = HelpContext | HelpPlace | 'news'

/** Help is opened from the top bar, by F1, the palette and the host's menu, and stays at its page when it is closed. */
export const useHelpStore = defineStore('help', () => {
  const open = ref(false)
  const target = shallowRef<HelpTarget | null>(null)
  /** Changes of a version that the user has not opened. */
  const hasNews = ref(false)
  /** Counts the requests for the tour, which is a part of the shell. */
  const tourRequests = ref(0)

  return {
    open,
    target,
    hasNews,
    tourRequests,
    show(wanted: HelpTarget) {
      target.value = wanted
      open.value = true
    },
    startTour() {
      open.value = false
      tourRequests.value += 1
    },
  }
})

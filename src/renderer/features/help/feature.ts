import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'
import HelpHost from './HelpHost.vue'
import { useHelpStore } from './help-store.ts'

export const feature: Feature = {
  title: 'Help',
  anywhere: HelpHost,
  topBar: defineAsyncComponent(() => import('./HelpButton.vue')),
  banner: defineAsyncComponent(() => import('./tour/TourBar.vue')),
  setup() {
    const store = useHelpStore()
    return [
      // The host's menu is answered by HelpHost, which also exists before the shell.
      { name: 'show-news', label: 'What’s new', run: () => store.show('news') },
      { name: 'tour', label: 'Take the tour', run: () => store.startTour() },
    ]
  },
}

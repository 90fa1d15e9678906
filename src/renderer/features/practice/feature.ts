import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'
import { practiceText } from './practice-text.ts'
import { usePracticeDrawer } from './usePractice.ts'

export const feature: Feature = {
  title: 'Practice',
  overlay: defineAsyncComponent(() => import('./PracticeDrawer.vue')),
  setup() {
    const drawer = usePracticeDrawer()
    const run = (): void => {
      drawer.isOpen = !drawer.isOpen
    }
    return [{ name: 'practice', label: practiceText.command, kind: 'practice', run }]
  },
}

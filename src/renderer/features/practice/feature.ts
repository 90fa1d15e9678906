import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Practice',
  sidebarBadge: { component: defineAsyncComponent(() => import('./PracticeBadge.vue')), kind: 'practice' },
}

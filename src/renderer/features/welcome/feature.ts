import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Welcome',
  routes: [
    {
      path: '/welcome',
      name: 'welcome',
      component: () => import('./WelcomePage.vue'),
      meta: { withoutShell: true },
    },
    {
      path: '/welcome/connect',
      name: 'connect',
      component: () => import('./WelcomePage.vue'),
      meta: { withoutShell: true },
    },
  ],
  gate: {
    storage: defineAsyncComponent(() => import('./StoragePage.vue')),
    firstRun: defineAsyncComponent(() => import('./WelcomePage.vue')),
  },
}

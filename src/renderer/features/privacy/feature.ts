import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Privacy',
  routes: [{ path: '/privacy', name: 'privacy', component: () => import('./PrivacyPage.vue') }],
}

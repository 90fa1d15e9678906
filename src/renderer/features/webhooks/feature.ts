import { Webhook } from '@lucide/vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Webhooks',
  routes: [
    {
      path: '/webhooks',
      name: 'webhooks',
      component: () => import('./WebhooksPage.vue'),
      beforeEnter: ({ query }) => (query['tab'] === 'inspector' ? { name: 'inspector' } : true),
    },
    { path: '/webhooks/inspector', name: 'inspector', component: () => import('./inspector/InspectorPage.vue') },
  ],
  navigation: { path: '/webhooks', label: 'Webhooks', icon: Webhook, digit: 6, inMenu: true },
}

import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Specs',
  routes: [
    { path: '/compare', name: 'compare', component: () => import('./ComparePage.vue'), meta: { section: '/lookup' } },
  ],
  vehiclePanel: { key: 'specs', component: async () => (await import('./SpecsPanel.vue')).default },
}

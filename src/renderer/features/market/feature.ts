import type { Feature } from '../../app/feature.ts'

/** Market data has no screen of its own: the look-up shows its panel. */
export const feature: Feature = {
  title: 'Market',
  vehiclePanel: { key: 'market', component: async () => (await import('./MarketPanel.vue')).default },
}

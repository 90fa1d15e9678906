import { Settings } from '@lucide/vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Settings',
  routes: [{ path: '/settings', name: 'settings', component: () => import('./SettingsPage.vue') }],
  navigation: { path: '/settings', label: 'Settings', icon: Settings, digit: 7, atFoot: true },
}

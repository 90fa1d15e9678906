import { Settings } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Settings',
  routes: [{ path: '/settings', name: 'settings', component: () => import('./SettingsPage.vue') }],
  navigation: { path: '/settings', label: 'Settings', icon: Settings, digit: 7, atFoot: true },
  setup() {
    const router = useRouter()
    return [
      {
        name: 'settings',
        shortcut: { keys: 'Ctrl+,', label: 'Settings' },
        run: () => void router.push('/settings'),
      },
    ]
  },
}

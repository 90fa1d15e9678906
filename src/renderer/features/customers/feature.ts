import { Users } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { customersShortcuts } from './customers-shortcuts.ts'

export const feature: Feature = {
  title: 'Customers',
  routes: [
    {
      path: '/customers',
      name: 'customers',
      component: () => import('./CustomersPage.vue'),
      meta: { screen: 'customers' },
    },
    { path: '/customers/bin', name: 'bin', component: () => import('./BinPage.vue') },
    {
      // The list with the details of one record.
      path: '/customers/:id',
      name: 'customer',
      component: () => import('./CustomersPage.vue'),
      props: true,
      meta: { screen: 'customers' },
    },
  ],
  palette: async () => (await import('./customers-palette.ts')).customersPalette,
  navigation: { path: '/customers', label: 'Customers', icon: Users, digit: 3 },
  setup() {
    const router = useRouter()
    return [{ name: 'customers', run: () => void router.push('/customers') }]
  },
  shortcuts: [{ title: 'In the list of customers', shortcuts: Object.values(customersShortcuts) }],
}

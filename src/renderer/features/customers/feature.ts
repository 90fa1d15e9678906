import { Users } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useToasts } from '../../ui/useToasts.ts'
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
    const client = useClient()
    const toasts = useToasts()
    const showResumed = async (): Promise<void> => {
      const answer = await client.call('customers.takeResumedDeletions', {})
      if (!answer.ok || answer.value.customers === 0) return
      const { binText } = await import('./bin-text.ts')
      const run = (): void => void router.push({ name: 'bin' })
      toasts.success(binText.resumed(answer.value.customers), { label: binText.show, lasting: true, run })
    }
    void showResumed()
    return [{ name: 'customers', run: () => void router.push('/customers') }]
  },
  shortcuts: [{ title: 'In the list of customers', shortcuts: Object.values(customersShortcuts) }],
}

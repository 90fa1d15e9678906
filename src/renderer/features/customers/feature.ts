import { Users } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { binText } from './bin-text.ts'
import { customersPaletteText as text } from './customers-palette-text.ts'
import { customersShortcuts } from './customers-shortcuts.ts'
import { listOptionAddress } from './list-option.ts'

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
    const showBin = (): void => void router.push({ name: 'bin' })
    const showResumed = async (): Promise<void> => {
      const answer = await client.call('customers.takeResumedDeletions', {})
      if (!answer.ok || answer.value.customers === 0) return
      toasts.success(binText.resumed(answer.value.customers), { label: binText.show, lasting: true, run: showBin })
    }
    void showResumed()
    return [
      { name: 'customers', run: () => void router.push('/customers') },
      { name: 'bin', label: binText.title, run: showBin },
      {
        name: 'customers-columns',
        label: text.columns,
        run: () => void router.push(listOptionAddress('columns')),
      },
      { name: 'customers-export', label: text.export, run: () => void router.push(listOptionAddress('export')) },
    ]
  },
  shortcuts: [{ title: 'In the list of customers', shortcuts: Object.values(customersShortcuts) }],
}

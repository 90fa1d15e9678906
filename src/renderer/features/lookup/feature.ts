import { CarFront } from '@lucide/vue'
import { useRoute, useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { dialogIsOpen } from '../../app/shortcuts/shortcut.ts'
import { useLookUpRequestStore } from './box/look-up-request-store.ts'

export const feature: Feature = {
  title: 'Look up',
  routes: [
    {
      path: '/lookup',
      component: () => import('./LookupPage.vue'),
      // The search box stays in place while the screen below it changes.
      meta: { screen: 'lookup' },
      children: [
        { path: '', name: 'lookup', component: () => import('./LookupHome.vue') },
        { path: 'ask', name: 'lookup-ask', component: () => import('./answer/PendingLookup.vue') },
        { path: 'words', name: 'lookup-words', component: () => import('./search/WordSearch.vue') },
        { path: 'catalogue', name: 'lookup-catalogue', component: () => import('./search/CatalogueSearch.vue') },
        {
          path: 'vehicle/:vehicleId',
          name: 'lookup-vehicle',
          component: () => import('./answer/CatalogueVehicle.vue'),
          props: true,
        },
        { path: ':id', name: 'lookup-kept', component: () => import('./answer/SavedLookup.vue'), props: true },
      ],
    },
  ],
  navigation: { path: '/lookup', label: 'Look up', icon: CarFront, digit: 2 },
  setup() {
    const router = useRouter()
    const route = useRoute()
    const request = useLookUpRequestStore()
    return [
      {
        name: 'look-up',
        shortcut: { keys: 'Ctrl+K', label: 'Look up a car' },
        run() {
          if (dialogIsOpen()) return
          request.ask()
          // An open look-up stays open below the search box.
          if (route.meta['screen'] !== 'lookup') void router.push('/lookup')
        },
      },
    ]
  },
}

import { CarFront } from '@lucide/vue'
import { useRoute, useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { dialogIsOpen } from '../../app/shortcuts/shortcut.ts'
import { focusShortcut, useBoxFocusStore } from './box/box-focus-store.ts'

export const feature: Feature = {
  title: 'Look up',
  routes: [
    { path: '/lookup/bulk', name: 'bulk-lookups', component: () => import('./bulk/BulkHome.vue') },
    { path: '/lookup/bulk/:id', name: 'bulk-lookup', component: () => import('./bulk/BulkPage.vue'), props: true },
    {
      path: '/lookup',
      component: () => import('./LookupPage.vue'),
      // The search box stays in place while the screen below it changes.
      meta: { screen: 'lookup' },
      children: [
        { path: '', name: 'lookup', component: () => import('./LookupHome.vue') },
        { path: 'query', name: 'lookup-query', component: () => import('./answer/PendingLookup.vue') },
        { path: 'search', name: 'lookup-search', component: () => import('./search/KeywordSearch.vue') },
        { path: 'catalogue', name: 'lookup-catalogue', component: () => import('./search/CatalogueSearch.vue') },
        {
          path: 'vehicle/:vehicleId',
          name: 'lookup-vehicle',
          component: () => import('./answer/CatalogueVehicle.vue'),
          props: true,
        },
        { path: ':id', name: 'lookup-saved', component: () => import('./answer/SavedLookup.vue'), props: true },
      ],
    },
  ],
  navigation: { path: '/lookup', label: 'Look up', icon: CarFront, digit: 2 },
  palette: async () => (await import('./lookup-palette.ts')).lookupPalette,
  setup() {
    const router = useRouter()
    const route = useRoute()
    const boxFocus = useBoxFocusStore()
    return [
      {
        name: 'look-up',
        shortcut: focusShortcut,
        run(selected) {
          if (dialogIsOpen()) return
          boxFocus.request(selected)
          // An open look-up stays open below the search box.
          if (route.meta['screen'] !== 'lookup') void router.push('/lookup')
        },
      },
    ]
  },
}

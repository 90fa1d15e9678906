import { createRouter, createWebHashHistory, type Router } from 'vue-router'

/** Every screen is fetched when it is first gone to: the window itself stays small. */
export function createForecourtRouter(): Router {
  return createRouter({
    // The browser host and the desktop's own protocol serve one index.html; what follows the hash is the window's alone.
    history: createWebHashHistory(),
    routes: [
      { path: '/', name: 'start', component: () => import('./StartPage.vue') },
      { path: '/welcome', name: 'welcome', component: () => import('../features/welcome/WelcomePage.vue') },
      { path: '/import', name: 'import', component: () => import('../features/drafts/ImportHome.vue') },
      { path: '/import/:id', name: 'draft', component: () => import('../features/drafts/DraftPage.vue'), props: true },
      { path: '/uploads', name: 'uploads', component: () => import('../features/uploads/UploadList.vue') },
      {
        path: '/uploads/:id',
        name: 'upload',
        component: () => import('../features/uploads/UploadPage.vue'),
        props: true,
      },
      {
        path: '/customers',
        name: 'customers',
        component: () => import('../features/customers/CustomersPage.vue'),
        meta: { screen: 'customers' },
      },
      { path: '/customers/bin', name: 'bin', component: () => import('../features/customers/BinPage.vue') },
      {
        // The list with one record open.
        path: '/customers/:id',
        name: 'customer',
        component: () => import('../features/customers/CustomersPage.vue'),
        props: true,
        meta: { screen: 'customers' },
      },
      { path: '/sightings', name: 'sightings', component: () => import('../features/sightings/SightingsPage.vue') },
      {
        path: '/lookup',
        component: () => import('../features/lookup/LookupPage.vue'),
        // The box stays as it is while what lies under it changes.
        meta: { screen: 'lookup' },
        children: [
          { path: '', name: 'lookup', component: () => import('../features/lookup/LookupHome.vue') },
          { path: 'ask', name: 'lookup-ask', component: () => import('../features/lookup/answer/PendingLookup.vue') },
          { path: 'words', name: 'lookup-words', component: () => import('../features/lookup/search/WordSearch.vue') },
          {
            path: 'catalogue',
            name: 'lookup-catalogue',
            component: () => import('../features/lookup/search/CatalogueSearch.vue'),
          },
          {
            path: 'vehicle/:vehicleId',
            name: 'lookup-vehicle',
            component: () => import('../features/lookup/answer/CatalogueVehicle.vue'),
            props: true,
          },
          {
            path: ':id',
            name: 'lookup-kept',
            component: () => import('../features/lookup/answer/SavedLookup.vue'),
            props: true,
          },
        ],
      },
      {
        path: '/compare',
        name: 'compare',
        component: () => import('../features/specs/ComparePage.vue'),
        meta: { section: '/lookup' },
      },
      { path: '/webhooks', name: 'webhooks', component: () => import('../features/webhooks/WebhooksPage.vue') },
      { path: '/settings', name: 'settings', component: () => import('../features/settings/SettingsPage.vue') },
      { path: '/:rest(.*)*', redirect: '/import' },
    ],
  })
}

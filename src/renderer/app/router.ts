import { createRouter, createWebHashHistory, type Router, type RouterHistory } from 'vue-router'
import type { Feature } from './feature.ts'
import { homeOf, routesOf } from './features.ts'

/** Every screen is fetched when it first opens, so that the window itself stays small. */
export function createForecourtRouter(features: readonly Feature[], history?: RouterHistory): Router {
  return createRouter({
    // The browser host and the desktop's own protocol serve one index.html; what follows the hash is the window's alone.
    history: history ?? createWebHashHistory(),
    routes: [
      { path: '/', name: 'start', component: () => import('./StartPage.vue') },
      ...routesOf(features),
      // Unknown addresses. With no feature at all there is nothing to lead to but the start.
      { path: '/:rest(.*)*', redirect: () => homeOf(features, false) },
    ],
  })
}

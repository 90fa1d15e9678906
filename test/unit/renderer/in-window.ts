import { createPinia, setActivePinia } from 'pinia'
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter, type Router, type RouteRecordRaw } from 'vue-router'
import { clientKey, type ProgramClient, type WindowClient } from '../../../src/renderer/bridge/program-client.ts'
import { createToasts, type Toasts, toastsKey } from '../../../src/renderer/ui/useToasts.ts'

export interface InWindow<T> {
  readonly value: T
  readonly router: Router
  readonly toasts: Toasts
  /** Ends what the composable started, as closing its screen does. */
  stop(): void
}

/** Runs a composable with the router, stores and notices of a window, without mounting a component. */
export async function inWindow<T>(
  client: ProgramClient,
  address: string,
  names: readonly string[],
  compose: () => T,
): Promise<InWindow<T>> {
  const routes = names.map((name): RouteRecordRaw => ({ path: `/${name}`, name, component: {} }))
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push(address)
  const toasts = createToasts()
  const pinia = createPinia()
  const app = createApp({})
    .use(pinia)
    .use(router)
    .provide(clientKey, client as WindowClient)
    .provide(toastsKey, toasts)
  setActivePinia(pinia)
  const scope = effectScope()
  const value = app.runWithContext(() => scope.run(compose)) as T
  return { value, router, toasts, stop: () => scope.stop() }
}

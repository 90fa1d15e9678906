import { onScopeDispose } from 'vue'
import { loadRouteLocation, type Router } from 'vue-router'
import type { ProgramClient } from '../bridge/program-client.ts'
import type { Feature } from './feature.ts'
import { homeOf } from './features.ts'

/** Leads to the day's calls once there are customers, to the import before that, and nowhere once the user has gone elsewhere. */
export async function useStart(
  { read }: Pick<ProgramClient, 'read'>,
  router: Router,
  features: readonly Feature[],
): Promise<void> {
  let hasNavigated = false
  const stop = router.beforeEach(() => {
    hasNavigated = true
  })
  onScopeDispose(stop)
  // Fetched beside the answer that chooses between them. A screen that cannot be fetched is reported when it is opened.
  for (const hasCustomers of [true, false]) {
    void loadRouteLocation(router.resolve(homeOf(features, hasCustomers))).catch(() => undefined)
  }
  const status = await read('customers.status', {})
  stop()
  if (!hasNavigated) await router.replace(homeOf(features, status.ok && status.value.total > 0))
}

import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Signal } from '../../events/signal.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { Bin } from '../journal/bin.ts'
import type { CustomerUpdate } from './apply-results.ts'
import type { CustomerSync } from './customer-sync.ts'
import type { RestoreQueue } from './restore.ts'

/** Continues restores in the background: begins those that wait for a deletion, and finishes those whose upload has ended. */
export function createRestoreWatch(
  { announcer, log }: Pick<OpenStorage, 'announcer' | 'log'>,
  {
    restores,
    bin,
    updates,
    sync,
    ended,
  }: {
    readonly restores: RestoreQueue
    readonly bin: Pick<Bin, 'scopesAskedToRestore'>
    readonly updates: Signal<CustomerUpdate>
    readonly sync: Pick<CustomerSync, 'request'>
    readonly ended: AbortSignal
  },
): { start(): void; stop(): void } {
  const begin = (scope: ConnectionRegion): void => {
    restores.startAsked(scope).catch((error: unknown) => {
      log.write('error', 'customers.restore-failed', { name: error instanceof Error ? error.name : 'unknown' })
    })
  }
  const finish = (): void => {
    for (const scope of restores.finish()) {
      updates.emit({ scope, sighted: true })
      sync.request(scope)
    }
  }
  const stops = [
    // The service may have confirmed a deletion that the user has undone.
    updates.listen(({ scope }) => begin(scope)),
    announcer.listen(({ name }) => {
      if (name === 'uploads.changed' && !ended.aborted) finish()
    }),
  ]
  return {
    start() {
      finish()
      bin.scopesAskedToRestore().forEach(begin)
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

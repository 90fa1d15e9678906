import { ref, watch } from 'vue'
import type { MethodInput } from '../../../../contract/methods.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'
import { usePages } from '../../../bridge/usePages.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { groupStatuses, type ItemGroup } from './bulk-groups.ts'
import { providedState } from '../../../ui/provided-state.ts'

type JobMethod =
  | 'bulkLookups.change'
  | 'bulkLookups.removeItems'
  | 'bulkLookups.restoreItems'
  | 'bulkLookups.start'
  | 'bulkLookups.pause'
  | 'bulkLookups.resume'
  | 'bulkLookups.cancel'
  | 'bulkLookups.retry'

const minGapMs = 500
const rowsPerPage = 200

/** One bulk look-up with its cars, kept up to date, and what the user can do with it. */
function useBulkLookup(id: string) {
  const client = useClient()
  const isOwn = ({ subject }: { readonly subject: string | null }): boolean => subject === null || subject === id
  const query = useQuery('bulkLookups.get', {
    input: () => ({ id }),
    refreshOn: { 'bulkLookups.changed': isOwn, 'connections.changed': () => true },
    minGapMs,
  })
  const group = ref<ItemGroup>('all')
  const pages = usePages({
    async fetchPage(offset, limit) {
      return client.read('bulkLookups.items', { id, statuses: [...groupStatuses[group.value]], offset, limit })
    },
    rowsPerPage,
    // A registration status that was asked for shows its write-offs here.
    refreshOn: ['bulkLookups.changed', 'lookup.changed'],
    minGapMs,
  })
  watch(group, () => void pages.restart({ clear: true }), { immediate: true })

  const acting = useAction(
    ({ method, input }: { method: JobMethod; input: object }) =>
      client.call<JobMethod>(method, { id, ...input } as MethodInput<JobMethod>),
    {
      failed: 'shown',
      done(job) {
        query.set(job)
        void pages.refresh()
      },
    },
  )

  return {
    job: query.data,
    failure: query.failure,
    reload: query.refresh,
    group,
    pages,
    act: (method: JobMethod, input: object = {}) => acting.run({ method, input }),
    acting: acting.busy,
    actionFailure: acting.failure,
  }
}

export const [provideBulkLookup, useProvidedBulk] = providedState('bulk look-up', useBulkLookup)

import { onMounted, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { CallGroup } from '../../../contract/call-group.ts'
import { noSightingFilter } from './sighting-filter.ts'
import { useSightingsStore } from './sightings-store.ts'

/** A notification leads to the group in the address, a reminder to the call, an upload to its customers' cars. The store gets them before the first list is loaded. */
export function useSightingsAddress(
  openCall: (customerId: string) => Promise<void>,
  showGroup: (group: CallGroup) => Promise<void>,
): void {
  const store = useSightingsStore()
  const route = useRoute()
  const router = useRouter()

  const groupOfAddress = (): CallGroup | null => {
    const group = CallGroup.safeParse(route.query['group'])
    return group.success ? group.data : null
  }
  const idOfAddress = (name: 'call' | 'upload'): string | null => {
    const id = route.query[name]
    return typeof id === 'string' && id !== '' ? id : null
  }
  const hasTarget = (): boolean => (groupOfAddress() ?? idOfAddress('call') ?? idOfAddress('upload')) !== null
  /** Removes what the screen has opened from the address, so that it is not opened again. */
  const clear = (): void => {
    if (hasTarget()) void router.replace({ name: 'sightings' })
  }

  const [group, call, uploadId] = [groupOfAddress(), idOfAddress('call'), idOfAddress('upload')]
  if (uploadId) store.filter = { ...noSightingFilter, uploadId }
  else if (call) {
    store.filter = noSightingFilter
    store.selectedId = call
  } else if (group) store.openGroup(group)

  onMounted(clear)
  // What a later notification or reminder leads to.
  watch(
    () => [route.query['group'], route.query['call']],
    () => {
      const [nextGroup, nextCall] = [groupOfAddress(), idOfAddress('call')]
      if (nextCall) void openCall(nextCall).then(clear)
      else if (nextGroup) void showGroup(nextGroup).then(clear)
    },
  )
}

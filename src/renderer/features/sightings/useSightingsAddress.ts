import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { SightingView } from '../../../contract/sighting-view.ts'
import { noSightingFilter } from './sighting-filter.ts'
import type { useSightingsStore } from './sightings-store.ts'

export interface SightingsAddress {
  /** Removes what the screen has opened from the address, so that it is not opened again. */
  clear(): void
  /** Opens what a later notification or reminder leads to. */
  watchChanges(screen: {
    openCall(customerId: string): Promise<void>
    setView(view: SightingView): Promise<void>
  }): void
}

/** A notification leads to the view in the address, a reminder to the call, an upload to its customers' cars. The store gets them before the first list is loaded. */
export function useSightingsAddress(store: ReturnType<typeof useSightingsStore>): SightingsAddress {
  const route = useRoute()
  const router = useRouter()

  const viewOfAddress = (): SightingView | null => {
    const view = SightingView.safeParse(route.query['view'])
    return view.success ? view.data : null
  }
  const callOfAddress = (): string | null => {
    const { call } = route.query
    return typeof call === 'string' && call !== '' ? call : null
  }
  const uploadOfAddress = (): string | null => {
    const { upload } = route.query
    return typeof upload === 'string' && upload !== '' ? upload : null
  }
  const hasTarget = (): boolean => (viewOfAddress() ?? callOfAddress() ?? uploadOfAddress()) !== null
  const clear = (): void => {
    if (hasTarget()) void router.replace({ name: 'sightings' })
  }

  const [view, call, uploadId] = [viewOfAddress(), callOfAddress(), uploadOfAddress()]
  if (uploadId) store.filter = { ...noSightingFilter, uploadId }
  else if (call) {
    store.filter = noSightingFilter
    store.selectedId = call
  } else if (view) {
    store.filter = { ...store.filter, view }
  }

  return {
    clear,
    watchChanges({ openCall, setView }) {
      watch(
        () => [route.query['view'], route.query['call']],
        () => {
          const [nextView, nextCall] = [viewOfAddress(), callOfAddress()]
          if (nextCall) void openCall(nextCall).then(clear)
          else if (nextView) void setView(nextView).then(clear)
        },
      )
    },
  }
}

import { nextTick } from 'vue'
import { type RouteLocationRaw, useRouter } from 'vue-router'
import type { Source } from '../../../contract/connection-region.ts'
import { useConnectionStore } from '../connection-store.ts'
import { useSourceSwitch } from './useSourceSwitch.ts'

export interface OpenInSource {
  /** Whether a screen about this source needs another connection or region than the one in use. */
  isElsewhere(source: Source | undefined): source is Source
  /** Opens a screen; where it is about another connection or region, that one is used from now on, which a notice says. */
  open(source: Source | undefined, to: RouteLocationRaw): Promise<void>
}

/** Opens screens about records of another connection. */
export function useOpenInSource(): OpenInSource {
  const store = useConnectionStore()
  const router = useRouter()
  const switchTo = useSourceSwitch()

  const isElsewhere: OpenInSource['isElsewhere'] = (source): source is Source =>
    source !== undefined && (source.connectionId !== store.current?.id || source.region !== store.region)

  return {
    isElsewhere,
    async open(source, to) {
      if (isElsewhere(source) && !(await switchTo(source))) return
      // The screens of the other connection are left first.
      await nextTick()
      await router.push(to)
    },
  }
}

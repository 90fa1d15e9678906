import { nextTick } from 'vue'
import { type RouteLocationRaw, useRouter } from 'vue-router'
import type { Source } from '../../../contract/connection-region.ts'
import { useConnectionStore } from '../connection-store.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { switcherText as text } from './switcher-text.ts'
import { useConnectionSwitch } from './useConnectionSwitch.ts'

/** Opens screens about records of another connection. */
export function useOpenInSource() {
  const store = useConnectionStore()
  const router = useRouter()
  const toasts = useToasts()
  const connections = useConnectionSwitch()

  /** Whether a screen about this source needs another connection or region than the one in use. */
  const isElsewhere = (source: Source | undefined): source is Source =>
    source !== undefined && (source.connectionId !== store.current?.id || source.region !== store.region)

  /** First says what is unfinished. True when the source is in use; false: the user cancelled, or it failed. */
  async function switchTo(source: Source): Promise<boolean> {
    const connection = store.state?.connections.find(({ id }) => id === source.connectionId)
    if (!connection) {
      toasts.failure({ kind: 'not-found', message: text.removed(source.name) })
      return false
    }
    if (connection.id !== store.current?.id && !(await connections.switchTo(connection))) return false
    return connections.chooseRegion(source.region)
  }

  return {
    isElsewhere,
    /** Opens a screen; where it is about another connection or region, that one is used from now on, which a notice says. */
    async open(source: Source | undefined, to: RouteLocationRaw) {
      if (isElsewhere(source) && !(await switchTo(source))) return
      // The screens of the other connection are left first.
      await nextTick()
      await router.push(to)
    },
  }
}

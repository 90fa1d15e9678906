import type { Source } from '../../../contract/connection-region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText as text } from './switcher-text.ts'
import { useConnectionSwitch } from './useConnectionSwitch.ts'

/**
 * Makes another connection and region the one in use, and says so. First says what is unfinished. True when it is in use; false: the user
 * cancelled, or it failed.
 */
export function useSourceSwitch(): (source: Source) => Promise<boolean> {
  const store = useConnectionStore()
  const toasts = useToasts()
  const connections = useConnectionSwitch()

  return async (source) => {
    const connection = store.state?.connections.find(({ id }) => id === source.connectionId)
    if (!connection) {
      toasts.failure({ kind: 'not-found', message: text.removed(source.name) })
      return false
    }
    if (connection.id !== store.current?.id && !(await connections.switchTo(connection))) return false
    if (store.region === source.region) return true
    const result = await store.setRegion(source.region)
    if (result.ok) toasts.success(text.switched(`${source.name}, ${regionNames[source.region]}`))
    else toasts.failure(result.error)
    return result.ok
  }
}

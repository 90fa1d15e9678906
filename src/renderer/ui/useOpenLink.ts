import { useClient } from '../bridge/program-client.ts'
import { useToasts } from './useToasts.ts'

/** Opens an https address in the system's browser; a failure is shown in a notice. */
export function useOpenLink(): (url: string) => Promise<void> {
  const client = useClient()
  const toasts = useToasts()
  return async (url) => {
    const answer = await client.call('app.openLink', { url })
    if (!answer.ok) toasts.failure(answer.error)
  }
}

import { call } from '../bridge/client.ts'
import { useToasts } from './useToasts.ts'

/** Opens an https address in the system's browser; says so when it does not. */
export function useOpenLink(): (url: string) => Promise<void> {
  const toasts = useToasts()
  return async (url) => {
    const answer = await call('app.openLink', { url })
    if (!answer.ok) toasts.failure(answer.error)
  }
}

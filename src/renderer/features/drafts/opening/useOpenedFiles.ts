import { useClient } from '../../../bridge/program-client.ts'
import { useEvent } from '../../../bridge/useEvent.ts'
import { useToasts } from '../../../ui/useToasts.ts'
import type { OpenFile } from './useOpenFile.ts'

/** Opens the files that the user opened with Forecourt outside its window, one after the other: each becomes a draft. */
export function useOpenedFiles(openFile: Pick<OpenFile, 'openTicket' | 'state'>): void {
  const client = useClient()
  const toasts = useToasts()
  let opening: Promise<void> = Promise.resolve()

  async function openAll(): Promise<void> {
    for (;;) {
      const taken = await client.call('app.takeOpenedFile', {})
      if (!taken.ok) {
        toasts.failure(taken.error)
        // A program that is not reached would fail for ever.
        if (taken.error.kind !== 'not-found' && taken.error.kind !== 'invalid-input') return
      } else if (taken.value === null) return
      else {
        await openFile.openTicket(taken.value)
        // The next file replaces what the page shows of this one.
        if (openFile.state.value.kind === 'failed') toasts.failure(openFile.state.value.failure)
      }
    }
  }

  const openNext = (): void => void (opening = opening.then(openAll))
  useEvent(client, 'app.fileOpened', openNext)
  openNext()
}

import { storeToRefs } from 'pinia'
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { FileTicket } from '../../../../contract/app.ts'
import type { SampleSpreadsheet } from '../../../../contract/practice.ts'
import { type OpenFileState, useOpenFileStore } from './open-file-store.ts'

export interface OpenFile {
  readonly state: Readonly<Ref<OpenFileState>>
  readonly busy: Readonly<Ref<boolean>>
  /** Shows the import page, reads the file, and goes to its draft. A failure stays in `state` until it is dismissed. */
  open(file: File): Promise<void>
  /** Like `open`, with the system's file dialog. Nothing happens when the user closes the dialog. */
  choose(): Promise<void>
  /** Like `choose`, with a sample spreadsheet of practice. */
  openSample(sample: SampleSpreadsheet): Promise<void>
  /** Like `choose`, with a file that the program has already. */
  openTicket(ticket: FileTicket): Promise<void>
  /** Cancels opening, or closes the notice of a failure. */
  dismiss(): void
}

/** Opening a spreadsheet by dialog, drop, paste or Ctrl+O. */
export function useOpenFile(): OpenFile {
  const store = useOpenFileStore()
  const router = useRouter()
  const { state, busy } = storeToRefs(store)

  async function follow(opening: Promise<string | null>): Promise<void> {
    const draftId = await opening
    if (draftId) await router.push(`/import/${draftId}`)
    else if (store.state.kind === 'failed') await router.push('/import')
  }

  return {
    state,
    busy,
    async open(file) {
      const opening = store.openFile(file)
      await router.push('/import')
      await follow(opening)
    },
    choose: () => follow(store.chooseAndOpen()),
    openSample: (sample) => follow(store.openSample(sample)),
    async openTicket(ticket) {
      const opening = store.openTicket({ ok: true, value: ticket })
      await router.push('/import')
      await follow(opening)
    },
    dismiss: () => store.dismiss(),
  }
}

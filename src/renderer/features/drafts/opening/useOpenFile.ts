import { storeToRefs } from 'pinia'
import type { Ref } from 'vue'
import { type Router, useRouter } from 'vue-router'
import type { FileTicket } from '../../../../contract/app.ts'
import type { RecentFile } from '../../../../contract/draft-sources.ts'
import type { SampleSpreadsheet } from '../../../../contract/practice.ts'
import { useToasts } from '../../../ui/useToasts.ts'
import { draftsText } from '../drafts-text.ts'
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
  /** Like `open`, with a file that was opened before. */
  openRecent(file: Pick<RecentFile, 'id' | 'name'>): Promise<void>
  /** Like `choose`, with a file that the program has already. */
  openTicket(ticket: FileTicket): Promise<void>
  /** Imports the file that was refused as several drafts, which the import page then lists. */
  openParts(): Promise<void>
  /** Cancels opening, or closes the notice of a failure. */
  dismiss(): void
}

async function showDraft(opening: Promise<string | null>, router: Router): Promise<void> {
  const draftId = await opening
  if (draftId) await router.push(`/import/${draftId}`)
  else if (useOpenFileStore().state.kind === 'failed') await router.push('/import')
}

/** `openRecent` for callers that are no component. */
export async function openRecentFile(file: Pick<RecentFile, 'id' | 'name'>, router: Router): Promise<void> {
  const opening = useOpenFileStore().openRecent(file)
  await router.push('/import')
  await showDraft(opening, router)
}

/** Opening a spreadsheet by dialog, drop, paste or Ctrl+O. */
export function useOpenFile(): OpenFile {
  const store = useOpenFileStore()
  const router = useRouter()
  const toasts = useToasts()
  const { state, busy } = storeToRefs(store)

  const follow = (opening: Promise<string | null>): Promise<void> => showDraft(opening, router)

  return {
    state,
    busy,
    async open(file) {
      const opening = store.openFile(file)
      await router.push('/import')
      await follow(opening)
    },
    choose: () => follow(store.chooseAndOpen()),
    openRecent: (file) => openRecentFile(file, router),
    openSample: (sample) => follow(store.openSample(sample)),
    async openTicket(ticket) {
      const opening = store.openTicket({ ok: true, value: ticket })
      await router.push('/import')
      await follow(opening)
    },
    async openParts() {
      const { state: before } = store
      const drafts = await store.openParts()
      if (drafts === null || before.kind !== 'failed') return
      toasts.success(draftsText.split.done(before.fileName ?? '', drafts))
    },
    dismiss: () => store.dismiss(),
  }
}

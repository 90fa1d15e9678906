import { storeToRefs } from 'pinia'
import { type Router, useRouter } from 'vue-router'
import type { FileTicket } from '../../../../contract/app.ts'
import type { RecentFile } from '../../../../contract/draft-sources.ts'
import type { SampleSpreadsheet } from '../../../../contract/practice.ts'
import { success } from '../../../../contract/result.ts'
import { useOpenFileStore } from './open-file-store.ts'

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

/** Opening a spreadsheet by dialog, drop, paste or Ctrl+O: each way ends at the draft. A failure stays in `state` until it is dismissed. */
export function useOpenFile() {
  const store = useOpenFileStore()
  const router = useRouter()
  const { state, busy } = storeToRefs(store)

  const follow = (opening: Promise<string | null>): Promise<void> => showDraft(opening, router)
  async function followAtImport(opening: Promise<string | null>): Promise<void> {
    await router.push('/import')
    await follow(opening)
  }

  return {
    state,
    busy,
    /** Shows the import page, and reads the file there. */
    open: (file: File) => followAtImport(store.openFile(file)),
    /** By the system's file dialog. Nothing happens when the user closes it. */
    choose: () => follow(store.chooseAndOpen()),
    openRecent: (file: Pick<RecentFile, 'id' | 'name'>) => openRecentFile(file, router),
    openSample: (sample: SampleSpreadsheet) => follow(store.openSample(sample)),
    /** A file that the program has already. */
    openTicket: (ticket: FileTicket) => followAtImport(store.openTicket(success(ticket))),
    /** Cancels opening, or closes the notice of a failure. */
    dismiss: () => store.dismiss(),
  }
}

export type OpenFile = ReturnType<typeof useOpenFile>

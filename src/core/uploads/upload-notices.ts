import type { Announcer } from '../events/announcer.ts'
import type { Notifier } from '../ports/notifier.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadBrief } from './upload-summaries.ts'

/** Tells the user when an upload ends or needs an answer, also while the window is behind others. */
export type UploadNotices = ReturnType<typeof createUploadNotices>

export function createUploadNotices(announcer: Announcer, notifier: Notifier | null) {
  const seen = new Map<string, string | null>()

  return {
    /** The state in which an upload was found at the start: nothing is shown for it. */
    begin: (upload: UploadBrief): void => void seen.set(upload.id, reasonOf(upload)),
    check(upload: UploadBrief): void {
      const { id } = upload
      const before = seen.get(id)
      const reason = reasonOf(upload)
      seen.set(id, reason)
      if (reason === null || reason === before || before === undefined) return
      const text = uploadMessages.notices[reason](upload)
      if (notifier) notifier.show({ ...text, onClick: () => announcer.announce('uploads.selected', id) })
      else announcer.announce('uploads.noticed', id)
    },
    forget: (uploadId: string): void => void seen.delete(uploadId),
  }
}

/** Why a notice about an upload is shown; null: there is no reason. A cancel comes from the user. */
function reasonOf({ state, duplicates }: UploadBrief): 'complete' | 'stopped' | 'undecided' | 'duplicates' | null {
  if (duplicates > 0) return 'duplicates'
  return state === 'complete' || state === 'stopped' || state === 'undecided' ? state : null
}

import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { TaskBar } from '../ports/task-bar.ts'
import type { Journal } from './journal.ts'
import { createTaskBarProgress, taskProgressOf } from './task-progress.ts'
import { createUploadNotices } from './upload-notices.ts'
import type { UploadBrief, UploadSummaries } from './upload-summaries.ts'

export interface UploadReportParts {
  readonly storage: Pick<OpenStorage, 'announcer'>
  readonly journal: Pick<Journal, 'find' | 'joinedBy' | 'connectionsWithWork' | 'unfinished'>
  readonly summaries: UploadSummaries
  readonly notifier?: Notifier | null
  readonly taskBar?: TaskBar | null
  announce(uploadId: string): void
}

/** Shows how uploads change: in the window, in the task bar and as notices. */
export function createUploadReports({ storage, journal, summaries, notifier, taskBar, announce }: UploadReportParts) {
  const notices = createUploadNotices(storage.announcer, notifier ?? null)
  const showTaskProgress = createTaskBarProgress(taskBar ?? null)
  const unfinished = (): UploadBrief[] =>
    journal.connectionsWithWork().flatMap((id) => journal.unfinished(id).map(summaries.brief))

  return {
    /** Call at the start: what is unfinished then is no news. */
    begin(): void {
      const briefs = unfinished()
      briefs.forEach(notices.begin)
      showTaskProgress(taskProgressOf(briefs))
    },
    /** Call after each change of an upload, also when it is gone. */
    changed(uploadId: string): void {
      const upload = journal.find(uploadId)
      if (upload) {
        summaries.sample(upload)
        notices.check(summaries.brief(upload))
      } else {
        summaries.forget(uploadId)
        notices.forget(uploadId)
      }
      showTaskProgress(taskProgressOf(unfinished()))
      for (const id of [uploadId, ...journal.joinedBy(uploadId)]) announce(id)
    },
  }
}

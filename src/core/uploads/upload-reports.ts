import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { TaskBar, TaskProgress } from '../ports/task-bar.ts'
import type { Journal } from './journal.ts'
import type { UploadBrief, UploadSummaries } from './upload-summaries.ts'
import type { Announcer } from '../events/announcer.ts'
import { uploadMessages } from './upload-messages.ts'
import { attentionStates } from './upload-overview.ts'

export interface UploadReportParts {
  readonly storage: Pick<OpenStorage, 'announcer'>
  readonly journal: Pick<Journal, 'find' | 'joinedBy' | 'connectionsWithWork' | 'unfinished'>
  readonly summaries: UploadSummaries
  readonly notifier: Notifier | null
  readonly taskBar: TaskBar | null
  announce(uploadId: string): void
}

/** Shows how uploads change: in the window, in the task bar and as notices. */
export function createUploadReports({ storage, journal, summaries, notifier, taskBar, announce }: UploadReportParts) {
  const notices = createUploadNotices(storage.announcer, notifier)
  const showTaskProgress = createTaskBarProgress(taskBar)
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

/** Tells the user when an upload ends or needs an answer, also while the window is behind others. */
function createUploadNotices(announcer: Announcer, notifier: Notifier | null) {
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

/** The progress of all unfinished uploads together; null: there is none. */
export function taskProgressOf(
  uploads: readonly Pick<UploadBrief, 'state' | 'progress' | 'finishedAt'>[],
): TaskProgress | null {
  const open = uploads.filter(({ finishedAt }) => finishedAt === null)
  if (open.length === 0) return null
  const done = open.reduce((sum, { progress }) => sum + progress.done, 0)
  const total = open.reduce((sum, { progress }) => sum + progress.total, 0)
  const needsUser = open.some(({ state }) => attentionStates.includes(state))
  const isPaused = open.every(({ state }) => state === 'paused')
  return {
    part: total === 0 ? 0 : Math.min(1, done / total),
    state: needsUser ? 'attention' : isPaused ? 'paused' : 'running',
  }
}

/** Shows progress in the task bar when it differs from the last by a percent or in its state. */
export function createTaskBarProgress(taskBar: TaskBar | null): (progress: TaskProgress | null) => void {
  let shown = 'null'
  return (progress) => {
    const rounded = progress && { ...progress, part: Math.round(progress.part * 100) / 100 }
    const next = JSON.stringify(rounded)
    if (next === shown) return
    shown = next
    taskBar?.show(rounded)
  }
}

import type { TaskBar, TaskProgress } from '../ports/task-bar.ts'
import { attentionStates } from './upload-overview.ts'
import type { UploadBrief } from './upload-summaries.ts'

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

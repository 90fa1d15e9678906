import type { Upload, UploadSummary } from '../../../contract/uploads.ts'
import { percentProcessed } from './upload-state.ts'
import { announceProgress, headline } from './uploads-text.ts'

const announceEachPercent = 25

/** What a screen reader announces when `now` follows `before`: each new state, and each quarter of the progress. */
export function announcement(before: Upload | UploadSummary | null, now: Upload | UploadSummary): string | null {
  if (before?.state !== now.state) {
    const { title, text } = headline(now)
    return `${title}. ${text}`
  }
  if (now.state !== 'running') return null
  const quarter = Math.floor(percentProcessed(now) / announceEachPercent)
  if (quarter === 0 || quarter === Math.floor(percentProcessed(before) / announceEachPercent)) return null
  return announceProgress(quarter * announceEachPercent, now.progress.errors)
}

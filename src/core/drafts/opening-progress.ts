import type { ProgramEvent } from '../../contract/events.ts'
import type { OpenStorage } from '../open-storage.ts'
import { draftMessages } from './draft-messages.ts'
import { fileProgress } from './reading/file-messages.ts'

/** The part of the time that reading takes; the rest is checking. */
const readingPart = 0.7
/** Before, an estimate of the time left jumps too much to be shown. */
const estimateAfterMs = 2_000

/** The progress of opening a file, as the window shows it. `subject`: the file or the draft. */
export function createOpeningProgress({ announcer, clock }: Pick<OpenStorage, 'announcer' | 'clock'>, subject: string) {
  const show = (progress: NonNullable<ProgramEvent['progress']>): void =>
    announcer.announce('drafts.progressed', subject, progress)
  const startedMs = clock.monotonicMs()
  let shownPart = 0
  const report = (part: number, words: string, firstRows?: readonly (readonly string[])[]): void => {
    shownPart = Math.max(shownPart, part)
    const elapsedMs = clock.monotonicMs() - startedMs
    const secondsLeft =
      elapsedMs < estimateAfterMs || shownPart === 0
        ? null
        : Math.max(1, Math.round((elapsedMs * (1 - shownPart)) / shownPart / 1_000))
    show({ part: shownPart, words, secondsLeft, ...(firstRows && { firstRows: firstRows.map((cells) => [...cells]) }) })
  }
  report(0, fileProgress.reading)
  return {
    /** From 0 to 1, of reading alone. */
    reading: (part: number): void => report(part * readingPart, fileProgress.reading),
    firstRows: (rows: readonly (readonly string[])[]): void => report(shownPart, fileProgress.reading, rows),
    /** `part`: from 0 to 1, of checking alone. */
    checking: (): void => report(readingPart, fileProgress.checking),
    done: (): void => show({ part: 1, words: draftMessages.done, secondsLeft: null }),
  }
}

import type { ProgramEvent } from '../../contract/events.ts'
import type { OpenStorage } from '../open-storage.ts'
import { secondsLeft } from '../scheduling/seconds-left.ts'
import { draftMessages } from './draft-messages.ts'
import { fileProgress } from './reading/file-messages.ts'

/** The part of the time that reading takes; the rest is checking. */
const readingPart = 0.7

/** The progress of opening a file, as the window shows it. `subject`: the file or the draft. */
export function createOpeningProgress({ announcer, clock }: Pick<OpenStorage, 'announcer' | 'clock'>, subject: string) {
  const show = (progress: NonNullable<ProgramEvent['progress']>): void =>
    announcer.announce('drafts.progressed', subject, progress)
  const startedMs = clock.monotonicMs()
  let shownPart = 0
  const report = (part: number, words: string, firstRows?: readonly (readonly string[])[]): void => {
    shownPart = Math.max(shownPart, part)
    show({
      part: shownPart,
      words,
      secondsLeft: secondsLeft(shownPart, clock.monotonicMs() - startedMs),
      ...(firstRows && { firstRows: firstRows.map((cells) => [...cells]) }),
    })
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

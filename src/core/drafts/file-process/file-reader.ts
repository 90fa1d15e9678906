import type { TextForm } from '../../../contract/table-choices.ts'
import type { IntakeFile } from '../../intake/file-intake.ts'
import type { Log } from '../../ports/log.ts'
import type { ReaderProcess, StartReaderProcess } from '../../ports/host.ts'
import { FailureError } from '../../failures/failure-error.ts'
import { readingFailures } from '../reading/file-messages.ts'
import type { FileProblem, RememberedForm } from '../reading/file-read.ts'
import { maxSavedBytes, type FilePart } from '../storage/file-parts.ts'
import type { RowBlock } from '../storage/row-blocks.ts'
import type { ReaderLimits } from './process-limits.ts'
import type { ReadFacts, ReaderMessage, ReaderRequest } from './process-messages.ts'
import { parseUsage } from './process-usage.ts'

export interface ReadingSteps {
  /** Saves a block of the file. The process reads on meanwhile. */
  readonly onBlock: (block: RowBlock) => Promise<void>
  /** Removes all blocks: the file is read again in another way. */
  readonly onRestart: () => Promise<void>
  /** How a text file is read; absent: as its content suggests. */
  readonly form?: TextForm
  /** Delimiters that the user chose for earlier files. */
  readonly remembered?: readonly RememberedForm[]
  /** Saves a part of a text file, which come after the blocks; absent: the file is not saved. */
  readonly onFilePart?: (part: FilePart) => Promise<void>
  /** A file of any size is saved as a whole, not only up to `maxSavedBytes`. */
  readonly keepsAll?: boolean
  /** The first rows of the file, as texts. */
  readonly onFirstRows?: (rows: readonly (readonly string[])[]) => void
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Ends the process; the reading then throws `cancelled`. */
  readonly signal: AbortSignal
}

export type ReadOutcome =
  | { readonly ok: true; readonly facts: ReadFacts }
  | { readonly ok: false; readonly problem: FileProblem }

/**
 * Reads a file in a process of its own, within limits of memory and CPU time. Whatever ends the process ends this
 * reading only. Throws `invalid-input` for a file that needs more than the limits, `conflict` when the process ended
 * by itself, and `cancelled`.
 */
export type ReadInProcess = (file: IntakeFile, steps: ReadingSteps) => Promise<ReadOutcome>

export type FileReader = ReturnType<typeof createFileReader>

export interface FileReaderNeeds {
  readonly startReaderProcess: StartReaderProcess
  readonly limits: ReaderLimits
  readonly log: Log
}

export function createFileReader({ startReaderProcess, limits, log }: FileReaderNeeds) {
  const waiting = createWaitingReader(startReaderProcess)
  const read: ReadInProcess = async (file, steps) => {
    const { signal } = steps
    if (signal.aborted) throw new FailureError(readingFailures.cancelled)
    const reader = waiting.take() ?? startReaderProcess()
    let watch: Watch | null = null
    let isOver = false
    try {
      return await new Promise<ReadOutcome>((resolve, reject) => {
        const exceed = (what: 'memory' | 'time'): void => {
          log.write('warning', 'drafts.reader-limited', { what })
          reject(new FailureError(readingFailures[what](file.name)))
        }
        watch = watchUse(reader, limits, exceed)
        reader.onMessage(receive(reader, file, steps, watch, resolve, reject))
        reader.onExit(({ code, signal: exitSignal }) => {
          if (isOver) return
          // V8 aborts the process when its heap is full.
          if (exitSignal === 'SIGABRT' || code === abortedExitCode) return exceed('memory')
          log.write('warning', 'drafts.reader-ended', { code, signal: exitSignal })
          reject(new FailureError(readingFailures.interrupted(file.name)))
        })
        signal.addEventListener('abort', () => reject(new FailureError(readingFailures.cancelled)), { once: true })
        const { name, sizeBytes, path } = file
        const keepsAll = steps.keepsAll || sizeBytes <= maxSavedBytes
        const keep = steps.onFilePart ? (keepsAll ? 'all' : 'head') : 'nothing'
        const { form = null, remembered = [] } = steps
        const request = {
          kind: 'read',
          name,
          sizeBytes,
          path,
          form,
          remembered,
          keep,
          limits: limits.content,
        } as const
        post(reader, request)
      })
    } finally {
      isOver = true
      ;(watch as Watch | null)?.stop()
      reader.kill()
    }
  }
  return { read, prepare: waiting.prepare, close: waiting.end }
}

/** A process that waits for a file is ended after this time: it takes memory. */
const waitingMs = 300_000

/** At most one process that is started before there is a file to read. */
function createWaitingReader(start: StartReaderProcess) {
  let reader: ReaderProcess | null = null
  let timer: NodeJS.Timeout | undefined
  const take = (): ReaderProcess | null => {
    clearTimeout(timer)
    const taken = reader
    reader = null
    return taken
  }
  return {
    take,
    /** Starts a process that waits for the next file: its start takes longer than reading the first rows. */
    prepare(): void {
      clearTimeout(timer)
      timer = setTimeout(() => take()?.kill(), waitingMs).unref()
      if (reader) return
      const started = start()
      reader = started
      // The next file starts one of its own.
      started.onExit(() => {
        if (reader === started) reader = null
      })
    },
    end: (): void => take()?.kill(),
  }
}

/** 128 + SIGABRT: what Windows and a shell report for an aborted process. */
const abortedExitCode = 134

const post = (reader: ReaderProcess, request: ReaderRequest): void => reader.send(request)

/** Handles the messages of a reader process. Blocks are saved one after the other, and the outcome waits for the last. */
function receive(
  reader: ReaderProcess,
  file: IntakeFile,
  { onBlock, onFilePart, onFirstRows, onRestart, onProgress }: ReadingSteps,
  watch: Watch,
  resolve: (outcome: ReadOutcome) => void,
  reject: (error: unknown) => void,
): (message: unknown) => void {
  let saving = Promise.resolve()
  const afterSaving = (next: () => void | Promise<void>): void => {
    saving = saving.then(next)
    saving.catch(reject)
  }
  return (given) => {
    const message = given as ReaderMessage
    switch (message.kind) {
      case 'more': {
        const bytes = file.takeBytes()
        return bytes ? post(reader, { kind: 'bytes', bytes }) : reject(new Error('The file is shorter than stated'))
      }
      case 'content':
        return watch.setContentBytes(message.contentBytes)
      case 'first-rows':
        return onFirstRows?.(message.rows)
      case 'progress':
        return onProgress(message.part)
      case 'block':
        return afterSaving(async () => {
          // A copy: several messages may share one buffer.
          await onBlock({ ...message.block, rows: new Uint8Array(message.block.rows) })
          post(reader, { kind: 'saved' })
        })
      case 'restart':
        return afterSaving(onRestart)
      case 'file-part':
        return afterSaving(async () => {
          const { part, bytes } = message.part
          await onFilePart?.({ part, bytes: new Uint8Array(bytes) })
          post(reader, { kind: 'saved' })
        })
      case 'done':
        return afterSaving(() => resolve({ ok: true, facts: message.facts }))
      case 'refused':
        return afterSaving(() => resolve({ ok: false, problem: message.problem }))
      case 'failed':
        return reject(Object.assign(new Error(message.message), { stack: message.stack }))
    }
  }
}

interface Watch {
  setContentBytes(bytes: number): void
  stop(): void
}

/** Compares the use that a process reports with its limits. A process that reports nothing for long has stopped. */
function watchUse(reader: ReaderProcess, limits: ReaderLimits, onExceeded: (what: 'memory' | 'time') => void): Watch {
  let maxCpuMs = limits.cpuMs(0)
  const silence = setTimeout(() => onExceeded('time'), limits.silentMs)
  reader.onOutput((output) => {
    const usage = parseUsage(output)
    if (!usage) return
    silence.refresh()
    if (usage.residentBytes > limits.residentBytes) onExceeded('memory')
    else if (usage.cpuMs > maxCpuMs) onExceeded('time')
  })
  return {
    setContentBytes: (bytes) => (maxCpuMs = limits.cpuMs(bytes)),
    stop: () => clearTimeout(silence),
  }
}

import { type ContentLimits, draftLimits } from '../reading/content-meter.ts'
import type { ResourceLimits } from 'node:worker_threads'

const mebibyte = 1_024 * 1_024

/** What one reading may use. The host ends the process that uses more. */
export interface ReaderLimits {
  readonly residentBytes: number
  /** CPU time for a file whose content has this size. */
  readonly cpuMs: (contentBytes: number) => number
  /** The longest time without any sign of the process, although it reports its use 20 times a second. */
  readonly silentMs: number
  /** What one draft can hold. */
  readonly content: ContentLimits
}

export const readerLimits: ReaderLimits = {
  // Reports arrive every 50 ms; what is allocated between two of them must stay below 1 GiB as well.
  residentBytes: 940 * mebibyte,
  cpuMs: (contentBytes) => 5_000 + contentBytes / 1_000,
  silentMs: 60_000,
  content: draftLimits,
}

/** Options of Node for a reader process: V8 collects its garbage before the host sees too much memory, and fails in that process alone. */
export const readerNodeOptions: readonly string[] = ['--max-old-space-size=808', '--max-semi-space-size=16']

/** The same for a reader that is a thread. */
export const readerThreadLimits = { maxOldGenerationSizeMb: 808, maxYoungGenerationSizeMb: 48 } as const

/**
 * Limits for the draft worker, set by each host. At the limit only the worker ends. Without one, its memory grows until
 * the whole program ends. A workbook of half a million rows needs 2 GB.
 */
export const draftWorkerLimits: ResourceLimits = { maxOldGenerationSizeMb: 3_072 }

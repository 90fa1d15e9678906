import type { ResourceLimits } from 'node:worker_threads'

/**
 * Limits for the draft worker, set by each host. At the limit only the worker ends. Without one, its memory grows until
 * the whole program ends. A workbook of half a million rows needs 2 GB.
 */
export const draftWorkerLimits: ResourceLimits = { maxOldGenerationSizeMb: 3_072 }

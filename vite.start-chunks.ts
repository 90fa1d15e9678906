import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const core = (path: string): string => resolve(import.meta.dirname, 'src/core', path)

/** Threads and the process that reads files are files of their own beside the program. */
export const threads = {
  'draft-worker': core('drafts/worker/draft-worker.ts'),
  'database-worker': core('updating/database-worker.ts'),
  'file-reader': core('drafts/file-process/reader-process.ts'),
}

/**
 * One chunk for all modules that the same processes and threads load at their start, instead of one for each set of modules that are
 * also loaded later: each file costs 0.7 ms of CPU (found, read, linked). `programs` and `threads`: the files with which they start.
 * What a program loads later is left out, so it never loads more for it; a thread may. A module imports only what all that load it
 * load as well, so these chunks never import each other in a circle.
 */
export function chunksOfStarts(programs: readonly string[], threads: readonly string[]): Rolldown.CodeSplittingGroup {
  let chunks: ReadonlyMap<string, string> | null = null
  return {
    debugName: 'starts',
    name(module, context) {
      chunks ??= chunkNames(programs, threads, (id) => context.getModuleInfo(id))
      return chunks.get(module) ?? null
    },
    includeDependenciesRecursively: false,
  }
}

interface Loaded {
  readonly atOnce: string[]
  readonly later: string[]
}

/** The chunk of each module that a start loads at once, and no program later. */
function chunkNames(
  programs: readonly string[],
  threads: readonly string[],
  infoOf: Rolldown.GetModuleInfo,
): ReadonlyMap<string, string> {
  const starts = [...programs, ...threads]
  const loaded = new Map<string, Loaded>()
  for (const start of starts) {
    const atOnce = reachedFrom(start, (module) => infoOf(module)?.importedIds ?? [])
    const all = reachedFrom(start, (module) => {
      const info = infoOf(module)
      const later = info?.dynamicallyImportedIds.filter((imported) => !starts.includes(imported)) ?? []
      return [...(info?.importedIds ?? []), ...later]
    })
    for (const module of all) {
      const by = loaded.get(module) ?? { atOnce: [], later: [] }
      by[atOnce.has(module) ? 'atOnce' : 'later'].push(start)
      loaded.set(module, by)
    }
  }
  const names = new Map<string, string>()
  const chunkOf = new Map<string, string>()
  for (const [module, { atOnce, later }] of loaded) {
    // A start itself stays a file of its own, with its exports.
    if (starts.includes(module) || atOnce.length === 0 || later.some((start) => programs.includes(start))) continue
    const set = [...atOnce, '', ...later].join()
    names.set(set, names.get(set) ?? `start-${names.size + 1}`)
    chunkOf.set(module, names.get(set)!)
  }
  return chunkOf
}

function reachedFrom(start: string, importsOf: (module: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([start])
  for (const module of reached) for (const imported of importsOf(module)) reached.add(imported)
  return reached
}

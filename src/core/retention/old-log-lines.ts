import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** The time at the beginning of a line (`log/file-log.ts`). */
const timeOfLine = /^\{"at":"([^"]{20,30})"/

/** Splits the lines of a log file. A line without a time, which a crash has cut off, is as old as the line before it. */
function splitByAge(text: string, before: string): { readonly old: number; readonly left: readonly string[] } {
  let [at, old] = ['', 0]
  const left: string[] = []
  for (const line of text.split('\n')) {
    at = timeOfLine.exec(line)?.[1] ?? at
    if (line === '' || at >= before) left.push(line)
    else old += 1
  }
  return { old, left }
}

const logFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^forecourt(?:\.\d+)?\.log$/.test(name))
        .map((name) => join(folder, name))
    : []

export async function countOldLines(folder: string, before: string): Promise<number> {
  let count = 0
  for (const path of logFiles(folder)) {
    count += splitByAge(readFileSync(path, 'utf8'), before).old
    await yieldToEventLoop()
  }
  return count
}

/** Removes lines older than a time from the log files. Each file is replaced in one step. */
export async function deleteOldLines(
  folder: string,
  before: string,
  { signal, onDeleted }: { readonly signal: AbortSignal; readonly onDeleted: (lines: number) => void },
): Promise<void> {
  for (const path of logFiles(folder)) {
    if (signal.aborted) return
    const { old, left } = splitByAge(readFileSync(path, 'utf8'), before)
    if (old > 0) {
      writeFileSync(`${path}.new`, left.join('\n'), { mode: 0o600 })
      renameSync(`${path}.new`, path)
      onDeleted(old)
    }
    await yieldToEventLoop()
  }
}

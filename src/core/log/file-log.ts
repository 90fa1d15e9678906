import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { jsonOrNull } from '../database/parse-json.ts'
import { systemClock, type Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { makeFolder } from '../storage/make-folder.ts'

/** The fields that an event may have. Any other field is omitted, and its name is logged. */
const allowedFields: ReadonlySet<string> = new Set(
  (
    'area attempt attempts batch bytes certainty code connectionId count customerId draftId durationMs errorName ' +
    'exitCode failureKind host kind method operation platform port protection read reason reference region ' +
    'retryAfterMs row rows stack state status step uploadId version waitMs'
  ).split(' '),
)

export interface FileLogOptions {
  readonly clock?: Clock
  readonly maxFileBytes?: number
  /** How many files are kept, including the current one. */
  readonly files?: number
}

/** The frames of a stack without its message: a parser quotes the text that it cannot read, which may be customer data. */
function framesOnly(stack: string): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, 6)
    .map((line) => line.trim())
    .join(' | ')
}

export interface FileLog extends Log {
  /** The lines of the current file and of the one before it, the newest last. A line that was cut off by a crash is left out. */
  read(): readonly Readonly<Record<string, unknown>>[]
}

/** JSON lines in `<folder>/forecourt.log`. A full file becomes `forecourt.1.log` and so on; the oldest is deleted. Never throws. */
export function createFileLog(folder: string, options: FileLogOptions = {}): FileLog {
  const { clock = systemClock, maxFileBytes = 1024 * 1024, files = 3 } = options
  const current = join(folder, 'forecourt.log')
  const older = (number: number): string => join(folder, `forecourt.${number}.log`)
  let sizeBytes: number | null = null
  let lost = 0

  const open = (): number => {
    makeFolder(folder)
    return statSync(current, { throwIfNoEntry: false })?.size ?? 0
  }

  const rotate = (): void => {
    rmSync(older(files - 1), { force: true })
    for (let number = files - 2; number >= 1; number -= 1) {
      if (statSync(older(number), { throwIfNoEntry: false })) renameSync(older(number), older(number + 1))
    }
    renameSync(current, older(1))
  }

  return {
    read: () => [older(1), current].flatMap((path) => (existsSync(path) ? readLines(path) : [])),
    write(level, event, fields = {}) {
      const entry: Record<string, unknown> = { at: clock.now().toISOString(), level, event: redact(event) }
      const omitted: string[] = []
      for (const [name, value] of Object.entries(fields)) {
        if (!allowedFields.has(name)) omitted.push(redact(name).slice(0, 40))
        else if (typeof value !== 'string') entry[name] = value
        else entry[name] = redact(name === 'stack' ? framesOnly(value) : value)
      }
      if (omitted.length > 0) entry['omitted'] = omitted.join(',')
      if (lost > 0) entry['lostBefore'] = lost
      const line = `${JSON.stringify(entry)}\n`
      const lineBytes = Buffer.byteLength(line)
      try {
        sizeBytes ??= open()
        if (sizeBytes > 0 && sizeBytes + lineBytes > maxFileBytes) {
          rotate()
          sizeBytes = 0
        }
        appendFileSync(current, line)
        sizeBytes += lineBytes
        lost = 0
      } catch {
        // A disk that refuses a log line must not stop the program. The next line says how many are missing.
        lost += 1
        sizeBytes = null
      }
    },
  }
}

function readLines(path: string): Readonly<Record<string, unknown>>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const value: unknown = jsonOrNull(line)
      return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : []
    })
}

const hidden = '[removed]'

/** What the log must never contain. This is a second protection: events have few fields, and none of these. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${hidden}`],
  [
    /\b(authorization|api-?key|client_?secret|access_?token|refresh_?token|password|secret)(["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b)[^\s"',;&]+/gi,
    `$1$2${hidden}`,
  ],
  // A cookie header can hold several cookies, so everything after it is removed.
  [/\b((?:set-)?cookie["']?\s*[:=]\s*).*/gis, `$1${hidden}`],
  // A JSON web token, also without its signature.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, hidden],
  [/[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, hidden],
  // An Australian mobile, national or international, with any spacing.
  [/(?<![\w.])(?:\+?61[\s.-]?\(?0?\)?[\s.-]?|0)4(?:[\s.-]?\d){8}(?!\w)/g, hidden],
]

/** A text for the log: secrets and personal data are replaced; one line of at most 500 characters. */
export function redact(text: string): string {
  let clean = text
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  // A line break could make a value look like a second entry (CWE-117).
  return clean.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 500)
}

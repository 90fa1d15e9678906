import { allMethods } from '../../contract/methods.ts'
import { FailureKind } from '../../contract/failure.ts'

/** A line of the log file, as it was written. */
export type LogLine = Readonly<Record<string, unknown>>

/** Which values of a field cannot be texts of the user. Fields without a line here are not shown. */
const shownFields: Readonly<Record<string, (value: unknown) => string | null>> = {
  reference: matching(/^[0-9a-f]{8}$/),
  failureKind: (value) => FailureKind.safeParse(value).data ?? null,
  // Codes of Node, SQLite and the network, such as ENOSPC, SQLITE_FULL, ERR_SOCKET and UND_ERR_SOCKET.
  code: matching(/^(SQLITE_[A-Z_]{3,40}|ERR_[A-Z0-9_]{3,60}|UND_ERR_[A-Z_]{3,40}|E[A-Z]{3,12})$/),
  errorName: matching(/^(Type|Range|Syntax|Reference|Assertion|Failure|Sqlite|Zod|Abort|Timeout)?Error$/),
  status: inRange(100, 599),
  attempt: inRange(0, 10_000),
  attempts: inRange(0, 10_000),
  durationMs: inRange(0, 86_400_000),
  waitMs: inRange(0, 86_400_000),
  exitCode: inRange(-1_000, 1_000),
  stack: (value) => (typeof value === 'string' ? framesOf(value) : null),
}

function matching(pattern: RegExp): (value: unknown) => string | null {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : null)
}

function inRange(least: number, most: number): (value: unknown) => string | null {
  return (value) => (typeof value === 'number' && value >= least && value <= most ? String(Math.round(value)) : null)
}

/** The files and lines of a stack that belong to the built program, without folders, which have the name of the user. */
function framesOf(stack: string): string | null {
  const frames = [
    ...stack.matchAll(
      /(?:^|[\\/])((?:out|src|core|main|web)[\\/](?:[a-z-]+[\\/]){0,5}(?:[a-z-]{1,40}|(?<=out[\\/]main[\\/]chunks[\\/])[\w-]{1,60})\.(?:js|ts)):(\d{1,6}):\d+/g,
    ),
  ]
  return frames.length > 0 ? frames.map(([, file, line]) => `${file?.split(/[\\/]/).at(-1)}:${line}`).join(' < ') : null
}

/** Names of events are constants of the program: an area and what happened. Those of another area are not shown. */
const areas =
  'backups bulk-lookup connections customers dialog drafts file folder host inspector link network pc practice program request service session sightings storage updates uploads window'
const eventName = new RegExp(`^(unexpected|(${areas.replaceAll(' ', '|')})\\.[a-z]+(-[a-z]+|[A-Z][a-z]+)*)$`)

/** The entries of one level or another as lines, the newest last: time, event and the fields that can be shown. */
export async function logLines(entries: readonly LogLine[], most: number): Promise<string[]> {
  const methods: ReadonlySet<unknown> = new Set((await allMethods()).keys())
  const method = (value: unknown): string | null => (methods.has(value) ? String(value) : null)
  const shown = { method, ...shownFields }
  return entries
    .filter(({ level }) => level === 'warning' || level === 'error')
    .slice(-most)
    .map((entry) => {
      const fields = Object.entries(shown).flatMap(([name, show]) => {
        const text = name in entry ? show(entry[name]) : null
        return text === null ? [] : [`${name}=${text}`]
      })
      return [momentOf(entry), String(entry['level']), eventOf(entry), ...fields].join(' ')
    })
}

/** How long what the log times took, by event: how often, the average and the longest. */
export function timingLines(entries: readonly LogLine[]): string[] {
  const timings = new Map<string, number[]>()
  for (const entry of entries) {
    const { durationMs } = entry
    if (typeof durationMs !== 'number' || durationMs < 0 || durationMs > 86_400_000) continue
    const event = eventOf(entry)
    timings.set(event, [...(timings.get(event) ?? []), durationMs])
  }
  return [...timings].map(([event, all]) => {
    const average = Math.round(all.reduce((sum, each) => sum + each, 0) / all.length)
    return `${event}: ${all.length} times, average ${average} ms, longest ${Math.round(Math.max(...all))} ms`
  })
}

const eventOf = ({ event }: LogLine): string =>
  typeof event === 'string' && event.length < 50 && eventName.test(event) ? event : 'other'

const momentOf = ({ at }: LogLine): string =>
  typeof at === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) ? at : 'unknown time'

import { z } from 'zod'
import { type LoggedAction, loggedActions } from '../../contract/logged-actions.ts'
import { findHandler, withHandlers, type Handler, type Handlers, type MethodName } from '../../contract/methods.ts'
import type { NewExportLogEntry } from './export-log.ts'

type Logged = Pick<NewExportLogEntry, 'rows' | 'fileName' | 'hasHiddenNumbers'>

/** What of a call is logged; null: nothing. */
type ReadCall = (input: unknown, answer: unknown) => Logged | null

const File = z.object({ fileName: z.string(), rows: z.number().int().optional() })
const HiddenNumbers = z.object({ includeDoNotContactNumbers: z.boolean().default(false) })
const Revealed = z.object({ mobileNumber: z.string().nullable(), otherNumbers: z.record(z.string(), z.string()) })
const Copied = z.object({ customers: z.array(z.object({ numbers: z.record(z.string(), z.string()) })) })
const DataExportChosen = z.object({ includeDoNotContactNumbers: z.boolean() })
const DataExportStarted = z.object({ path: z.string() })
const Link = z.object({ url: z.string() })

const readFile: ReadCall = (input, answer) => {
  const { fileName, rows } = File.parse(answer)
  const asked = HiddenNumbers.safeParse(input).data
  return { fileName, rows: rows ?? null, hasHiddenNumbers: asked?.includeDoNotContactNumbers ?? false }
}
const revealed = (numbers: number): Logged | null =>
  numbers === 0 ? null : { fileName: null, rows: numbers, hasHiddenNumbers: true }

/** Methods whose answer is no file; an export of everything writes its files itself. */
const others: Readonly<Partial<Record<MethodName, ReadCall>>> = {
  'customers.revealMobile'(_, answer) {
    const { mobileNumber, otherNumbers } = Revealed.parse(answer)
    return revealed((mobileNumber === null ? 0 : 1) + Object.keys(otherNumbers).length)
  },
  'customers.copyNumbers': (_, answer) =>
    revealed(Copied.parse(answer).customers.reduce((sum, { numbers }) => sum + Object.keys(numbers).length, 0)),
  'dataExport.start': (input, answer) => ({
    fileName: DataExportStarted.parse(answer).path.split(/[\\/]/).at(-1) ?? null,
    rows: null,
    hasHiddenNumbers: DataExportChosen.parse(input).includeDoNotContactNumbers,
  }),
  'app.openLink'(input) {
    const opensContact = /^(?:tel|callto|sms|mailto|whatsapp):|^https:\/\/wa\.me\//i.test(Link.parse(input).url)
    return opensContact ? { fileName: null, rows: null, hasHiddenNumbers: false } : null
  },
}

const logThemselves: ReadonlySet<LoggedAction> = new Set(['backups.runNow', 'uploads.dryRun'])

/** The methods whose answer is a file that is logged here. */
export const methodsThatMakeFiles = (Object.keys(loggedActions) as LoggedAction[]).filter(
  (name) => !(name in others) && !logThemselves.has(name),
)

/**
 * The same handlers, which log each file that they make and each hidden number that they show. What cannot be logged is not handed
 * over. All hosts and the command line call these handlers.
 */
export function logExports(
  handlers: Handlers<AbortSignal>,
  add: (entry: Logged & { readonly action: LoggedAction }) => void,
): Handlers<AbortSignal> {
  const readers: Readonly<Partial<Record<MethodName, ReadCall>>> = {
    ...Object.fromEntries(methodsThatMakeFiles.map((name) => [name, readFile])),
    ...others,
  }
  const logged: Record<string, object> = { ...handlers }
  for (const [name, read] of Object.entries(readers)) {
    const action = name as LoggedAction
    const [domain, verb] = name.split('.') as [string, string]
    const run = findHandler(handlers, name as MethodName)
    const logging: Handler<AbortSignal> = async (input, signal) => {
      const answer = await run(input, signal)
      const entry = read(input, answer)
      if (entry) add({ ...entry, action })
      return answer
    }
    logged[domain] = withHandlers(logged[domain]!, { [verb]: logging })
  }
  return logged as unknown as Handlers<AbortSignal>
}

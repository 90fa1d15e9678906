import { z } from 'zod'
import { loggedActions, type LoggedAction } from '../../contract/export-log.ts'
import { findHandler, methods, type Handler, type Handlers, type MethodName } from '../../contract/methods.ts'
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

/** Files without data of the user. */
const notLogged: ReadonlySet<MethodName> = new Set(['practice.sampleFile'])

/** The methods of the contract whose answer is a file: each export, also those of later versions. */
export function methodsThatMakeFiles(): MethodName[] {
  return [...methods].flatMap(([name, { output }]) => {
    const fields = output instanceof z.ZodObject ? Object.keys(output.shape) : []
    const isFile = fields.includes('fileName') && ['content', 'text', 'parts'].some((field) => fields.includes(field))
    return isFile && !notLogged.has(name) ? [name] : []
  })
}

/**
 * The same handlers, which log each file that they make and each hidden number that they show. What cannot be logged is not handed
 * over. All hosts and the command line call these handlers.
 */
export function logExports(
  handlers: Handlers<AbortSignal>,
  add: (entry: Logged & { readonly action: LoggedAction }) => void,
): Handlers<AbortSignal> {
  const readers = new Map<MethodName, ReadCall>(methodsThatMakeFiles().map((name) => [name, readFile]))
  for (const [name, read] of Object.entries(others)) readers.set(name as MethodName, read)
  const logged: Record<string, object> = { ...handlers }
  for (const [name, read] of readers) {
    if (!Object.hasOwn(loggedActions, name)) throw new Error(`The log of exports has no name for ${name}`)
    const action = name as LoggedAction
    const [domain, verb] = name.split('.') as [string, string]
    const run = findHandler(handlers, name)
    const logging: Handler<AbortSignal> = async (input, signal) => {
      const answer = await run(input, signal)
      const entry = read(input, answer)
      if (entry) add({ ...entry, action })
      return answer
    }
    logged[domain] = { ...logged[domain], [verb]: logging }
  }
  return logged as unknown as Handlers<AbortSignal>
}

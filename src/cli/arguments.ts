import { parseArgs } from 'node:util'
import { parseDate } from '../contract/calendar-date.ts'
import { StateCode } from '../contract/region.ts'
import { hostOptions, readHostOptions, type HostOptions } from '../host-kit/host-options.ts'
import { commandText } from './command-text.ts'
import { helpOf } from './help-text.ts'

/** What every command takes. */
export interface CommonOptions extends HostOptions {
  readonly keychain: boolean
  /** Null: the connection in use. */
  readonly connection: string | null
  readonly json: boolean
  readonly quiet: boolean
  readonly passwordFile: string | null
  readonly passwordFromInput: boolean
}

export interface ImportCommand {
  readonly name: string | null
  readonly file: string
  readonly template: string | null
  readonly dryRun: boolean
  readonly yes: boolean
  readonly lookUpMissingVins: boolean
  /** Leave the draft also when the service is away. */
  readonly keepDraft: boolean
}
export interface StatusCommand {
  /** Wait until running uploads have ended. */
  readonly wait: boolean
}
export interface SightingsCommand {
  /** YYYY-MM-DD; null: all. */
  readonly since: string | null
  readonly csv: boolean
}
export interface CustomersCommand {
  readonly csv: boolean
  readonly refresh: boolean
}
export interface LookupCommand {
  readonly cars: readonly string[]
  readonly state: StateCode | null
}
export interface BackupCommand {
  readonly file: string
  readonly backupPasswordFile: string | null
  readonly overwrite: boolean
}
export interface ExportCommand {
  readonly target: string
  readonly format: 'xlsx' | 'csv'
  readonly includeDoNotContact: boolean
}

export type Command =
  | ({ readonly command: 'import' } & ImportCommand)
  | ({ readonly command: 'status' } & StatusCommand)
  | ({ readonly command: 'sightings' } & SightingsCommand)
  | ({ readonly command: 'customers' } & CustomersCommand)
  | ({ readonly command: 'lookup' } & LookupCommand)
  | ({ readonly command: 'backup' } & BackupCommand)
  | ({ readonly command: 'export' } & ExportCommand)

export type ReadArguments =
  | { readonly action: 'run'; readonly options: CommonOptions; readonly command: Command }
  | { readonly action: 'help'; readonly text: string }
  | { readonly action: 'version' }
  | { readonly action: 'reject'; readonly problem: string; readonly command: string; readonly json: boolean }

const commandOptions = {
  import: ['template', 'name', 'look-up-vins', 'dry-run', 'yes', 'keep-draft'],
  status: ['wait'],
  sightings: ['since', 'csv'],
  customers: ['csv', 'refresh'],
  lookup: ['state'],
  backup: ['backup-password-file', 'overwrite'],
  export: ['csv', 'xlsx', 'include-do-not-contact'],
} as const

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

/** Reads the words of the command line; the problem with them is one sentence. */
export function readArguments(words: readonly string[]): ReadArguments {
  const reject = (problem: string): ReadArguments => ({
    action: 'reject',
    problem,
    // The words may be too wrong to be read as options.
    command: words.find(isCommand) ?? '',
    json: words.includes('--json'),
  })
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...words],
      strict: true,
      allowPositionals: true,
      tokens: true,
      options: {
        ...hostOptions,
        connection: text,
        json: flag,
        quiet: flag,
        'password-file': text,
        'password-stdin': flag,
        'no-keychain': flag,
        help: { type: 'boolean', short: 'h', default: false },
        version: flag,
        template: text,
        name: text,
        'look-up-vins': flag,
        'dry-run': flag,
        yes: { type: 'boolean', short: 'y', default: false },
        'keep-draft': flag,
        wait: flag,
        since: text,
        csv: flag,
        xlsx: flag,
        'include-do-not-contact': flag,
        refresh: flag,
        state: text,
        'backup-password-file': text,
        overwrite: flag,
      },
    })
    const [command, ...rest] = positionals
    if (values.help) return { action: 'help', text: helpOf(isCommand(command ?? '') ? (command as Name) : null) }
    if (values.version) return { action: 'version' }
    if (command === undefined) return reject('Give a command.')
    if (!isCommand(command)) return reject(`There is no command “${command}”.`)
    const own: readonly string[] = commandOptions[command]
    const others = Object.entries(commandOptions).flatMap(([name, options]) => (name === command ? [] : options))
    const foreign = tokens.find(
      (token) => token.kind === 'option' && !own.includes(token.name) && others.some((name) => name === token.name),
    )
    if (foreign?.kind === 'option') return reject(`“${command}” has no option ${foreign.rawName}.`)
    const wanted = filesWanted[command]
    if (rest.length < wanted.least || rest.length > wanted.most) return reject(wanted.problem)
    // A folder of such a name would be taken for the file that was written once.
    if (command === 'export' && /\.zip$/i.test(rest[0] ?? '')) return reject('Give a folder, without .zip.')
    if (values.csv && values.json && command !== 'export') return reject('Choose --csv or --json.')
    if (values.csv && values.xlsx) return reject('Choose --csv or --xlsx.')
    const options: CommonOptions = {
      ...readHostOptions(values),
      keychain: !values['no-keychain'],
      connection: values.connection ?? null,
      json: values.json,
      quiet: values.quiet,
      passwordFile: values['password-file'] ?? null,
      passwordFromInput: values['password-stdin'],
    }
    return { action: 'run', options, command: commandOf(command, rest, values) }
  } catch (error) {
    // The message of parseArgs names the option that it does not know.
    return reject(error instanceof Error ? error.message : String(error))
  }
}

type Name = keyof typeof commandOptions
const isCommand = (word: string): word is Name => Object.hasOwn(commandOptions, word)

const filesWanted: Readonly<Record<Name, { least: number; most: number; problem: string }>> = {
  import: { least: 1, most: 1, problem: 'Give one file to import.' },
  status: { least: 0, most: 0, problem: '“status” takes no further words.' },
  sightings: { least: 0, most: 0, problem: '“sightings” takes no further words.' },
  customers: { least: 0, most: 0, problem: '“customers” takes no further words.' },
  lookup: { least: 1, most: 100, problem: 'Give from 1 to 100 plates or VINs.' },
  backup: { least: 1, most: 1, problem: 'Give one file to write.' },
  export: { least: 1, most: 1, problem: 'Give one folder to write.' },
}

type Values = Readonly<Partial<Record<string, string | boolean>>>

function commandOf(name: Name, words: readonly string[], values: Values): Command {
  const textOf = (option: string): string | null => {
    const value = values[option]
    return typeof value === 'string' ? value : null
  }
  const isSet = (option: string): boolean => values[option] === true
  const [first = ''] = words
  switch (name) {
    case 'import':
      return {
        command: 'import',
        file: first,
        name: textOf('name'),
        template: textOf('template'),
        dryRun: isSet('dry-run'),
        yes: isSet('yes'),
        lookUpMissingVins: isSet('look-up-vins'),
        keepDraft: isSet('keep-draft'),
      }
    case 'status':
      return { command: 'status', wait: isSet('wait') }
    case 'sightings':
      return { command: 'sightings', since: readDate(textOf('since')), csv: isSet('csv') }
    case 'customers':
      return { command: 'customers', csv: isSet('csv'), refresh: isSet('refresh') }
    case 'lookup':
      return { command: 'lookup', cars: words, state: readState(textOf('state')) }
    case 'backup':
      return {
        command: 'backup',
        file: first,
        backupPasswordFile: textOf('backup-password-file'),
        overwrite: isSet('overwrite'),
      }
    case 'export':
      return {
        command: 'export',
        target: first,
        format: isSet('csv') ? 'csv' : 'xlsx',
        includeDoNotContact: isSet('include-do-not-contact'),
      }
  }
}

function readDate(word: string | null): string | null {
  if (word === null) return null
  if (parseDate(word) === null) throw new Error(commandText.badDate(word))
  return word
}

function readState(word: string | null): StateCode | null {
  if (word === null) return null
  const read = StateCode.safeParse(word.toUpperCase())
  if (!read.success) throw new Error(`--state must be one of ${StateCode.options.join(', ')}.`)
  return read.data
}

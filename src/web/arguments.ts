import { parseArgs } from 'node:util'

export interface BrowserHostArguments {
  readonly port: number
  /** As it was given; null: the default of this system. */
  readonly dataDir: string | null
  readonly practice: boolean
  /** Customers that the practice service works through in a second; null: its own default. */
  readonly practiceSpeed: number | null
  /** What practice data that is made now is made from; null: drawn by chance. */
  readonly practiceSeed: number | null
  readonly open: boolean
  readonly keychain: boolean
}

export type ReadArguments =
  | { readonly wanted: 'serve'; readonly options: BrowserHostArguments }
  | { readonly wanted: 'help' }
  | { readonly wanted: 'nothing'; readonly problem: string }

export const help = `Forecourt in a browser on this PC.

  npm run web -- [options]

  --port N              the port on 127.0.0.1; without it the system chooses
  --data-dir FOLDER     where the database and the log are kept; made if absent
  --practice            begin with practice data: no account is needed
  --practice-speed N    customers a second that the practice service works through
  --practice-seed N     practice data made anew is made from this number: the same cars and owners each time
  --no-open             do not open the browser
  --no-keychain         work as on a PC that has no keychain
  --help                this text

The first line on stdout is JSON: {"url":"http://127.0.0.1:PORT/?token=..."}. The token works once. Ctrl+C ends it.
`

/** Reads the command's words; what is wrong with them is one sentence. */
export function readArguments(words: readonly string[]): ReadArguments {
  try {
    const { values } = parseArgs({
      args: [...words],
      strict: true,
      options: {
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        practice: { type: 'boolean', default: false },
        'practice-speed': { type: 'string' },
        'practice-seed': { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'no-keychain': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { wanted: 'help' }
    const port = wholeNumber(values.port, 0, 65_535)
    if (port === null) return { wanted: 'nothing', problem: '--port takes a whole number from 0 to 65535.' }
    const given = values['practice-speed']
    const speed = given === undefined ? null : wholeNumber(given, 1, 1_000_000)
    if (given !== undefined && speed === null) {
      return { wanted: 'nothing', problem: '--practice-speed takes a whole number from 1 to 1000000.' }
    }
    const seedGiven = values['practice-seed']
    const seed = seedGiven === undefined ? null : wholeNumber(seedGiven, 0, 9_999_999)
    if (seedGiven !== undefined && seed === null) {
      return { wanted: 'nothing', problem: '--practice-seed takes a whole number from 0 to 9999999.' }
    }
    return {
      wanted: 'serve',
      options: {
        port,
        dataDir: values['data-dir'] ?? null,
        practice: values.practice,
        practiceSpeed: speed,
        practiceSeed: seed,
        open: !values['no-open'],
        keychain: !values['no-keychain'],
      },
    }
  } catch (error) {
    // parseArgs says what it did not understand in one sentence of its own.
    return { wanted: 'nothing', problem: error instanceof Error ? error.message : String(error) }
  }
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

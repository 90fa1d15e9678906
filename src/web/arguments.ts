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
        port: { type: 'string' },
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
    const wholeNumber = (name: 'port' | 'practice-speed' | 'practice-seed', least: number, most: number) => {
      const text = values[name]
      if (text === undefined) return null
      const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
      if (value >= least && value <= most) return value
      throw new Error(`--${name} takes a whole number from ${least} to ${most}.`)
    }
    return {
      wanted: 'serve',
      options: {
        port: wholeNumber('port', 0, 65_535) ?? 0,
        dataDir: values['data-dir'] ?? null,
        practice: values.practice,
        practiceSpeed: wholeNumber('practice-speed', 1, 1_000_000),
        practiceSeed: wholeNumber('practice-seed', 0, 9_999_999),
        open: !values['no-open'],
        keychain: !values['no-keychain'],
      },
    }
  } catch (error) {
    // One sentence, as parseArgs says it of what it did not understand.
    return { wanted: 'nothing', problem: error instanceof Error ? error.message : String(error) }
  }
}

import { parseArgs } from 'node:util'
import { hostOptions, readHostOptions, readWholeNumber, type HostOptions } from '../host-kit/host-options.ts'

export interface BrowserHostArguments extends HostOptions {
  readonly port: number
  readonly openBrowser: boolean
  readonly keychain: boolean
}

export type ReadArguments =
  | { readonly action: 'serve'; readonly options: BrowserHostArguments }
  | { readonly action: 'help' }
  | { readonly action: 'version' }
  | { readonly action: 'reject'; readonly problem: string }

export const help = `Serves Forecourt to a browser on this PC.

  npm run web -- [options]

  --port N              the port on 127.0.0.1; without it the system chooses one
  --data-dir FOLDER     where the database and the log are saved; created if missing
  --practice            start with sample data: no account is needed
  --practice-speed N    customers that the practice service processes in a second
  --practice-seed N     where there is no sample data yet, create it from this number: the same cars and owners each time
  --no-open             do not open the browser
  --no-keychain         run as on a PC without a keychain
  --help                show this text
  --version             show the version of Forecourt

The first line on stdout is JSON: {"url":"http://127.0.0.1:PORT/?token=..."}. The token works once. Press Ctrl+C to stop.
`

/** Reads the arguments of the command; the problem with them is one sentence. */
export function readArguments(words: readonly string[]): ReadArguments {
  try {
    const { values } = parseArgs({
      args: [...words],
      strict: true,
      options: {
        ...hostOptions,
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'no-keychain': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    })
    if (values.help) return { action: 'help' }
    if (values.version) return { action: 'version' }
    return {
      action: 'serve',
      options: {
        ...readHostOptions(values),
        port: readWholeNumber(values, 'port', 0, 65_535) ?? 0,
        openBrowser: !values['no-open'],
        keychain: !values['no-keychain'],
      },
    }
  } catch (error) {
    // The message of parseArgs names the argument that it does not know.
    return { action: 'reject', problem: error instanceof Error ? error.message : String(error) }
  }
}

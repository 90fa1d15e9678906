import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { browserHostEnvironment, browserHostNodeOptions } from './browser-host-options.mjs'
import { downloadElectron, electronBinary, obstacleTo } from './electron-here.mjs'
import { prepare } from './prepare.mjs'
import { inProject, projectNode, runUntilExit } from './project.mjs'

const help = `Starts Forecourt. Installs packages and builds first when needed.

  npm start [-- options]

  --browser             open Forecourt in the browser instead of the desktop window
  --data-dir FOLDER     where the database and the log are saved
  --practice            start with sample data: no account is needed
  --practice-speed N    customers that the practice service processes in a second
  --practice-seed N     where there is no sample data yet, create it from this number
  --port N              in the browser: the port on 127.0.0.1
  --no-open             in the browser: only print the address
  --no-keychain         in the browser: run as on a PC without a keychain
  --help                show this text
`

/** A process that fails sooner than this never opened its window: a library is missing, or the system forbids the sandbox. */
const openedAfterMs = 10_000

/** Reads the options; throws an error whose message names the option that is not valid. */
export function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    strict: true,
    options: {
      browser: { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      practice: { type: 'boolean', default: false },
      'practice-speed': { type: 'string' },
      'practice-seed': { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      'no-keychain': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return values
}

const shared = (options) => [
  ...['data-dir', 'practice-speed', 'practice-seed'].flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}=${options[name]}`],
  ),
  ...(options.practice ? ['--practice'] : []),
]

async function openDesktop(options) {
  const obstacle = obstacleTo(process.platform, process.env, process.getuid?.() ?? null)
  if (obstacle) return { opened: false, because: obstacle }
  const binary = electronBinary() ?? (await downloadElectron())
  if (!binary) return { opened: false, because: 'Electron could not be downloaded' }
  const { code, tookMs } = await runUntilExit(binary, [inProject('.'), ...shared(options)])
  if (code !== 0 && tookMs < openedAfterMs) return { opened: false, because: 'its window did not open' }
  return { opened: true, code }
}

async function serveBrowser(options) {
  const words = [
    ...browserHostNodeOptions,
    inProject('out', 'main', 'browser-host.js'),
    ...shared(options),
    ...(options.port === undefined ? [] : [`--port=${options.port}`]),
    ...(options['no-open'] ? ['--no-open'] : []),
    ...(options['no-keychain'] ? ['--no-keychain'] : []),
  ]
  let isFirst = true
  const { code } = await runUntilExit(projectNode(), words, browserHostEnvironment, (line) => {
    // The browser host writes JSON for other programs first; a person needs the address.
    process.stdout.write(`${isFirst ? addressLine(line, options['no-open']) : line}\n`)
    isFirst = false
  })
  return code
}

/** The line for a person, from the first line of the browser host: `{"url": ...}`. */
export function addressLine(line, mustOpenByHand) {
  const { url } = JSON.parse(line)
  return `Forecourt is running at ${url}${mustOpenByHand ? '\nOpen this address in a browser on this PC. It works once.' : ''}`
}

async function start(words) {
  const options = readOptions(words)
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  await prepare()
  if (!options.browser) {
    const desktop = await openDesktop(options)
    if (desktop.opened) return desktop.code
    process.stderr.write(
      `The desktop window can't open (${desktop.because}). Forecourt opens in your browser instead.\n`,
    )
  }
  return serveBrowser(options)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await start(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

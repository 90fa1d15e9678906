import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { downloadElectron, electronBinary, obstacleTo } from './electron-here.mjs'
import { prepare } from './prepare.mjs'
import { inProject, projectEnvironment, projectFolder, projectNode } from './project.mjs'

const help = `Starts Forecourt; installs and builds what is missing first.

  npm start [-- options]

  --browser             serve it to the browser of this PC, whether or not Electron is here
  --data-dir FOLDER     where the database and the log are kept
  --practice            begin with practice data: no account is needed
  --port N              in the browser: the port on 127.0.0.1
  --no-open             in the browser: print the address only
  --no-keychain         in the browser: work as on a PC that has no keychain
  --help                this text
`

/** A window that ends sooner than this, and not well, never opened: a missing library, a sandbox that the system forbids. */
const openedAfterMs = 10_000

/** Reads the options; throws with a sentence that says which one was not understood. */
export function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    strict: true,
    options: {
      browser: { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      practice: { type: 'boolean', default: false },
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      'no-keychain': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return values
}

const shared = (options) => [
  ...(options['data-dir'] === undefined ? [] : [`--data-dir=${options['data-dir']}`]),
  ...(options.practice ? ['--practice'] : []),
]

/** Runs a program to its end. Ctrl+C reaches it by the terminal; other signals are passed on. */
function runToEnd(program, words) {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const child = spawn(program, words, { cwd: projectFolder, env: projectEnvironment(), stdio: 'inherit' })
    const ignore = () => undefined
    const passOn = () => child.kill('SIGTERM')
    process.on('SIGINT', ignore)
    process.on('SIGTERM', passOn)
    const settle = (outcome) => {
      process.off('SIGINT', ignore)
      process.off('SIGTERM', passOn)
      resolve({ ...outcome, tookMs: Date.now() - startedAt })
    }
    child.once('error', () => settle({ code: 1 }))
    child.once('exit', (code, signal) =>
      settle({ code: code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1) }),
    )
  })
}

async function openDesktop(options) {
  const obstacle = obstacleTo(process.platform, process.env, process.getuid?.() ?? null)
  if (obstacle) return { opened: false, because: obstacle }
  const binary = electronBinary() ?? (await downloadElectron())
  if (!binary) return { opened: false, because: 'Electron’s binary is not here and could not be downloaded' }
  const { code, tookMs } = await runToEnd(binary, [inProject('.'), ...shared(options)])
  if (code !== 0 && tookMs < openedAfterMs) return { opened: false, because: 'its window could not open here' }
  return { opened: true, code }
}

async function serveBrowser(options) {
  const { code } = await runToEnd(projectNode(), [
    inProject('src', 'web', 'command.ts'),
    ...shared(options),
    ...(options.port === undefined ? [] : [`--port=${options.port}`]),
    ...(options['no-open'] ? ['--no-open'] : []),
    ...(options['no-keychain'] ? ['--no-keychain'] : []),
  ])
  return code
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
      `Forecourt’s desktop window cannot open (${desktop.because}), so it is served to your browser instead.\n`,
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

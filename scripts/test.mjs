import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCounted, timeUsed } from './cpu-time.mjs'
import { prepare } from './prepare.mjs'
import { compiledCode, inProject, pathInProject, projectEnvironment, projectNode, run, runPackage } from './project.mjs'
import { diagnose, failedTests, isExcused, readKnownFlaky, totalsOf } from './test-results.mjs'

const help = `Checks everything: types, lint, format and every test suite, with a real browser and a real keychain.

  npm test
  npm run test:changed   # what changed since the last commit, in a minute
  npm run test:long      # also the files and tests of the long run, and more generated files, tables and torture rounds

Missing system packages (Chromium; on Linux a Secret Service and PostgreSQL) are installed with apt as root on Debian; on other systems the command
is printed. Nothing is skipped. The last line has the totals, the one before it the CPU and the time. To run one suite:
  npx vitest run --project 'unit*' [files]     (test/README.md lists the suites)
`

const has = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

/** The usual paths of Chromium and browsers that are based on it. */
const browserPaths = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

const findBrowser = () =>
  [process.env.FORECOURT_CHROMIUM, ...(browserPaths[process.platform] ?? [])].find(
    (place) => place && existsSync(place),
  )

/** The Debian packages that the suites need and that are not installed. */
function missingPackages() {
  if (process.platform !== 'linux') return []
  return [
    ...(findBrowser() ? [] : ['chromium']),
    ...(has('dbus-run-session') ? [] : ['dbus']),
    ...(has('gnome-keyring-daemon') ? [] : ['gnome-keyring']),
    // Debian keeps its programs out of the path. The tests start a server of their own, not Debian's.
    ...(existsSync('/usr/lib/postgresql') || has('initdb') ? [] : ['postgresql']),
    ...(existsSync('/usr/share/doc/libsecret-1-0') || !existsSync('/etc/debian_version') ? [] : ['libsecret-1-0']),
  ]
}

async function installMissingPackages() {
  const missing = missingPackages()
  if (missing.length > 0) {
    const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
    if (!isDebianRoot) {
      throw new Error(`The tests need ${missing.join(', ')}. Run: sudo apt-get install ${missing.join(' ')}`)
    }
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    const words = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
    if ((await run('apt-get', words, { env })) !== 0) {
      throw new Error(`apt-get could not install ${missing.join(', ')}; See the messages above.`)
    }
  }
  const browser = findBrowser()
  if (!browser) throw new Error('The tests need Chromium, Chrome or Edge; set FORECOURT_CHROMIUM to its path.')
  return browser
}

/** Runs vitest. Gives its exit code and its JSON report: null when there is none. */
async function readRun(name, start) {
  const reportFile = inProject('artefacts', `tests-${name}.json`)
  rmSync(reportFile, { force: true })
  const code = await start(['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`])
  return { code, report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null }
}

/** Runs vitest and reads its totals. A run without a report counts as one failure. */
async function suite(name, start) {
  const { code, report } = await readRun(name, start)
  if (report === null) return { name, passed: 0, failed: 1 }
  const totals = totalsOf(report)
  // An error outside any test makes vitest fail with all tests passed.
  return { name, report, ...totals, failed: code !== 0 && totals.failed === 0 ? 1 : totals.failed }
}

/**
 * Runs the files with failed tests once more, when nothing else runs, to tell what fails on a busy machine only. Known flaky tests
 * that pass then are not counted.
 */
async function secondLook(result, start, knownFlaky) {
  if (!result.report) return result
  const diagnosis = await diagnose(result.report, async (files) => {
    process.stdout.write(`\nOnce more: ${files.map(pathInProject).join(', ')}\n`)
    return (await readRun(`${result.name}-again`, (words) => start([...files, ...words]))).report
  })
  const excused = failedTests(result.report).filter((test) => isExcused(test, diagnosis, knownFlaky))
  return { ...result, diagnosis, excused, failed: result.failed - excused.length }
}

/**
 * With more memory for new objects, the compiler takes a tenth less CPU, and the type-aware linter, a Go program, a quarter less with up to
 * 3 GB.
 */
const environmentOfChecks = projectEnvironment({
  ...compiledCode,
  NODE_OPTIONS: '--max-semi-space-size=128',
  GOGC: '400',
  GOMEMLIMIT: '3GiB',
})

async function check(name, script, words) {
  process.stdout.write(`\n${name}\n`)
  const code = await runPackage(script, words, { env: environmentOfChecks })
  return { name, passed: 0, failed: code === 0 ? 0 : 1 }
}

/** What is checked without running the program: name, script of a package, its options. They run one after the other, beside the suites. */
const checksOfCode = [
  ['Types of .vue files', 'vue-tsc/bin/vue-tsc.js', ['-p', 'src/renderer']],
  ['Types and lint', 'oxlint/bin/oxlint', []],
  ['Wording', '../scripts/check-wording.mjs', []],
  ['Structure', '../scripts/check-structure.mjs', []],
  ['Unused code', 'knip/bin/knip.js', ['--no-progress']],
  // Each thread would compile the formatter of .vue files again.
  ['Format', 'oxfmt/bin/oxfmt', ['--threads=1', '--check', 'src', 'test', 'scripts', 'bench']],
]

async function inTurn(items, work) {
  const results = []
  for (const item of items) results.push(await work(item))
  return results
}

/** What the tests read to do more (test/README.md). */
const longForms = { FORECOURT_LONG: '1' }

/**
 * Property tests of an ordinary run draw the same values each time, so that only the change under test decides. A long run
 * and vitest itself draw new ones.
 */
const ordinaryForm = { FORECOURT_SEED: process.env.FORECOURT_SEED ?? '20261122' }

/**
 * The suites that run side by side: a browser and the programs of `service` wait more than they compute, so `unit` and its
 * followers fill the second core. Each line runs one file at a time. The keychain's suite, which needs a session of its own, follows the first.
 */
const lines = [
  ['screens', 'tour', 'postgres', 'torture', 'simulator', 'layers'],
  ['window', 'service'],
  ['unit', 'unit-alone', 'hosts', 'hosts-alone'],
]

async function testAll() {
  const knownFlaky = readKnownFlaky(readFileSync(inProject('test', 'known-flaky.txt'), 'utf8'))
  const browser = await installMissingPackages()
  await prepare()
  mkdirSync(inProject('artefacts'), { recursive: true })
  const isLong = process.argv.includes('--long')
  const env = projectEnvironment({
    FORECOURT_CHROMIUM: browser,
    ...compiledCode,
    ...(isLong ? longForms : ordinaryForm),
  })
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs')
  const runVitest = (words, name) => runCounted(projectNode(), [vitest, 'run', ...words], { env }, name)
  const runLine = (suites) =>
    suite(suites[0], (words) => runVitest([...suites.map((name) => `--project=${name}`), ...words], suites.join(', ')))

  const running = lines.map(runLine)
  const runKeychain = (words) => runWithKeychain([vitest, 'run', '--project=keychain', ...words], env)
  const keychain = async () => {
    await running[0]
    return suite('keychain', runKeychain)
  }
  const [ofLines, ofKeychain, checks] = await Promise.all([
    Promise.all(running),
    keychain(),
    inTurn(checksOfCode, (words) => check(...words)),
  ])
  const results = [
    ...checks,
    ...(await inTurn([...ofLines.map((result) => [result, runVitest]), [ofKeychain, runKeychain]], ([result, start]) =>
      isLong ? result : secondLook(result, start, knownFlaky),
    )),
    ...(isLong ? [await check('Torture, 100 rounds', '../test/torture/command.ts', ['--rounds', '100'])] : []),
  ]

  process.stdout.write('\n')
  const list = (heading, tests) => process.stdout.write(`${heading}\n${tests.map((test) => `  ${test}\n`).join('')}`)
  for (const { name, failed, report, diagnosis, excused = [] } of results) {
    if (excused.length > 0) list(`Failed, known to be flaky, and not counted: ${name}`, excused)
    if (failed === 0) continue
    const tests = report ? failedTests(report).filter((test) => !excused.includes(test)) : []
    list(
      `Failed: ${name}`,
      tests.map((test) => (diagnosis?.has(test) ? `${test} (${diagnosis.get(test)})` : test)),
    )
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.stdout.write(`${timeUsed()}\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') === 0 ? 0 : 1
}

/** On Linux, in a separate D-Bus session with a new keychain: the user's keychain is neither needed nor changed. */
async function runWithKeychain(words, env) {
  if (process.platform !== 'linux') return runCounted(projectNode(), words, { env }, 'keychain')
  // In the system's temporary folder, because the path of the keychain's socket must be short.
  const home = mkdtempSync(join(tmpdir(), 'forecourt-keychain-'))
  const script = 'printf forecourt | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"'
  try {
    const options = {
      env: { ...env, FORECOURT_TEST_KEYRING: '1', HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home },
    }
    return await runCounted(
      'dbus-run-session',
      ['--', 'sh', '-c', script, projectNode(), ...words],
      options,
      'keychain',
    )
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
  } else {
    try {
      process.exitCode = await testAll()
    } catch (error) {
      process.stderr.write(`${error.message}\n`)
      process.stdout.write('0 passed, 1 failed\n')
      process.exitCode = 1
    }
  }
}

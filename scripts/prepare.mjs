import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownNode, inProject, projectFolder, runNpm, runPackage } from './project.mjs'

const help = `Installs the packages of the lock file and builds Forecourt when its sources changed. Does nothing when both are up to date.

  node scripts/prepare.mjs [--force-build | --no-build]
`

/** Whether `node_modules` matches the lock file: npm leaves a list of what it installed. */
export function isInstalled(lock, installed) {
  if (!installed) return false
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue
    const found = installed.packages?.[path]
    // Packages for other systems are in the lock file but not installed.
    if (!found && (wanted.optional || wanted.devOptional || wanted.peer)) continue
    if (found?.version !== wanted.version) return false
  }
  return Object.keys(installed.packages ?? {}).every(
    (path) => path in lock.packages || path.startsWith('node_modules/node/'),
  )
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A digest over the names, sizes and times of all files that the build depends on. */
export function digestOfSources(folder = projectFolder) {
  const digest = createHash('sha256')
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return
    if (found.isDirectory()) {
      for (const name of readdirSync(path).toSorted()) add(join(path, name))
    } else {
      digest.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
    }
  }
  for (const name of [
    'src',
    'package-lock.json',
    // The window shows it under What's new.
    'RELEASE-NOTES.md',
    'electron.vite.config.ts',
    'scripts/preload-shell.mjs',
    'scripts/third-party-notices.mjs',
  ])
    add(join(folder, name))
  return digest.digest('hex')
}

const builtFiles = [
  ['out', 'main', 'index.js'],
  ['out', 'main', 'browser-host.js'],
  ['out', 'main', 'command-line.js'],
  ['out', 'main', 'draft-worker.js'],
  ['out', 'main', 'file-reader.js'],
  ['out', 'preload', 'index.cjs'],
  ['out', 'renderer', 'index.html'],
]

async function build() {
  const digest = digestOfSources()
  const code = await runPackage('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], {
    stdio: toStderr,
  })
  if (code !== 0) throw new Error('The build failed. See the messages above.')
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, digest)
}

/** Output goes to stderr, because the first line of stdout can belong to the command that runs next. */
const toStderr = ['ignore', process.stderr, process.stderr]

const stampFile = inProject('out', 'sources.sha256')

const isBuilt = () =>
  builtFiles.every((parts) => existsSync(inProject(...parts))) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === digestOfSources()

async function npm(...words) {
  process.stderr.write('Installing packages. This runs once and takes a minute or two…\n')
  if ((await runNpm([...words, '--loglevel=error'], toStderr)) !== 0) {
    throw new Error(`npm ${words[0]} failed. See the messages above, and check your internet connection.`)
  }
}

/** Brings `node_modules` and `out` up to date. Throws an error whose message is a sentence for the user. */
export async function prepare({ forceBuild = false, noBuild = false } = {}) {
  const lock = readJson(inProject('package-lock.json'))
  // No install script runs (.npmrc): every binary is part of its package, except the Node version of this project, so `npm ci` by hand
  // leaves only that to do. The log level hides warnings that this Node is older than a package asks for, because the packages run under
  // the project's own Node.
  const isComplete = isInstalled(lock, readJson(inProject('node_modules', '.package-lock.json')))
  if (!isComplete) await npm('ci', '--no-audit', '--no-fund')
  if (!existsSync(ownNode)) await npm('rebuild', 'node', '--ignore-scripts=false')
  if (!noBuild && (forceBuild || !isBuilt())) {
    process.stderr.write('Building…\n')
    await build()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
  } else {
    const options = { forceBuild: process.argv.includes('--force-build'), noBuild: process.argv.includes('--no-build') }
    await prepare(options).catch((error) => {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    })
  }
}

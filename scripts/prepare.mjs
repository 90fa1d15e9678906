import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { broughtNode, inProject, projectFolder, runNpm, runPackage } from './project.mjs'

const help = `Installs what the lock file names and builds what the sources have outgrown; does nothing when both are as they should be.

  node scripts/prepare.mjs [--force-build | --no-build]
`

/** Whether `node_modules` holds what the lock file names: npm leaves a list of what it installed. */
export function isInstalled(lock, installed) {
  if (!installed) return false
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue
    const found = installed.packages?.[path]
    // Packages for other systems are in the lock file and rightly not here.
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

/** Everything that the build depends on, as one digest over names, sizes and times. */
export function digestOfSources(folder = projectFolder) {
  const digest = createHash('sha256')
  const look = (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return
    if (found.isDirectory()) {
      for (const name of readdirSync(path).toSorted()) look(join(path, name))
    } else {
      digest.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
    }
  }
  for (const name of ['src', 'package-lock.json', 'electron.vite.config.ts', 'vite.window.config.ts'])
    look(join(folder, name))
  return digest.digest('hex')
}

const builtFiles = [
  ['out', 'main', 'index.js'],
  ['out', 'main', 'draft-worker.js'],
  ['out', 'preload', 'index.cjs'],
  ['out', 'renderer', 'index.html'],
]

async function build() {
  const digest = digestOfSources()
  const code = await runPackage('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], {
    stdio: toStderr,
  })
  if (code !== 0) throw new Error('The build failed; what it said stands above.')
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, digest)
}

/** What is said on the way: a command that follows may have promised its first line of stdout. */
const toStderr = ['ignore', process.stderr, process.stderr]

const stampFile = inProject('out', 'sources.sha256')

const isBuilt = () =>
  builtFiles.every((parts) => existsSync(inProject(...parts))) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === digestOfSources()

/** Brings `node_modules` and `out` up to date. Throws with a sentence for the user when that fails. */
export async function prepare({ forceBuild = false, noBuild = false } = {}) {
  const lock = readJson(inProject('package-lock.json'))
  if (!existsSync(broughtNode) || !isInstalled(lock, readJson(inProject('node_modules', '.package-lock.json')))) {
    process.stderr.write('Installing the packages that Forecourt is made of (npm ci); once, a minute or two.\n')
    // No package's install script runs (.npmrc): every binary comes inside its package, but for the Node that the project brings.
    const steps = [
      ['ci', '--no-audit', '--no-fund'],
      ['rebuild', 'node', '--ignore-scripts=false'],
    ]
    for (const step of steps) {
      if ((await runNpm(step, toStderr)) !== 0) {
        throw new Error(`npm ${step[0]} failed; what it said stands above. Is this PC online?`)
      }
    }
  }
  if (!noBuild && (forceBuild || !isBuilt())) {
    process.stderr.write('Building Forecourt.\n')
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

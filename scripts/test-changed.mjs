import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCounted, timeUsed } from './cpu-time.mjs'
import { prepare } from './prepare.mjs'
import {
  compiledCode,
  inProject,
  pathInProject,
  projectEnvironment,
  projectFolder,
  projectNode,
  runPackage,
} from './project.mjs'

/** More related test files take minutes. */
const maxRelated = 60

const help = `Checks what changed: types, lint and format of the changed files, and the unit tests that import one of them.

  npm run test:changed               # since the last commit
  npm run test:changed -- main       # since the branch left main

When more than ${maxRelated} test files import what changed, only those beside the changed files run: for src/contract/region.ts, those in
test/unit/contract. The first run, and one after a changed type of the contract, checks the types of everything: two minutes of CPU.
npm test runs everything.
`

/** The test files that run: all related ones, or, of many, those in the folders that mirror the changed files, and changed ones. */
export function chooseTests(related, changed) {
  if (related.length <= maxRelated) return related
  const folders = changed
    .filter((file) => file.startsWith('src/'))
    .map((file) => `${dirname(file.replace('src/', 'test/unit/'))}/`)
  return related.filter((test) => changed.includes(test) || folders.some((folder) => test.startsWith(folder)))
}

const vitest = inProject('node_modules', 'vitest', 'vitest.mjs')
const git = (...words) => execFileSync('git', words, { cwd: projectFolder, encoding: 'utf8' }).trim()
const linesOf = (text) => text.split('\n').filter((line) => line !== '')

async function testChanged(branch) {
  await prepare({ noBuild: true })
  const since = git('merge-base', branch, 'HEAD')
  const changed = [
    ...linesOf(git('diff', '--name-only', since)),
    ...linesOf(git('ls-files', '--others', '--exclude-standard')),
  ].filter((file) => existsSync(inProject(file)))
  const sources = changed.filter((file) => /^(src|test|scripts|bench)\/.*\.(ts|mts|mjs|vue)$/.test(file))
  const env = projectEnvironment(compiledCode)

  const runTests = async () => {
    const listFile = inProject('artefacts', 'related-tests.json')
    mkdirSync(dirname(listFile), { recursive: true })
    const words = [vitest, 'list', '--project=unit*', '--filesOnly', `--json=${listFile}`, '--changed', since]
    if ((await runCounted(projectNode(), words, { env })) !== 0) return 1
    const related = JSON.parse(readFileSync(listFile, 'utf8')).map(({ file }) => pathInProject(file))
    const tests = chooseTests(related, changed)
    process.stdout.write(`Related test files: ${related.length}. Run: ${tests.length}.\n`)
    if (tests.length === 0) return 0
    return runCounted(projectNode(), [vitest, 'run', '--project=unit*', ...tests], { env })
  }
  const checkCode = async () => {
    const codes = [
      sources.length > 0 ? await runPackage('oxfmt/bin/oxfmt', ['--check', ...sources]) : 0,
      await runPackage('oxlint/bin/oxlint', []),
      sources.some((file) => /^src\/(contract|renderer)\//.test(file))
        ? await runPackage('vue-tsc/bin/vue-tsc.js', ['-p', 'src/renderer'])
        : 0,
    ]
    return Math.max(...codes)
  }
  const [tests, code] = await Promise.all([runTests(), checkCode()])
  process.stdout.write(`${timeUsed()}\n`)
  process.stdout.write(`Tests ${tests === 0 ? 'passed' : 'failed'}, checks ${code === 0 ? 'passed' : 'failed'}\n`)
  return tests === 0 && code === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
  } else {
    try {
      process.exitCode = await testChanged(process.argv[2] ?? 'HEAD')
    } catch (error) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    }
  }
}

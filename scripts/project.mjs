import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The folder of the project, whichever folder the command was started in. */
export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

export const inProject = (...parts) => join(projectFolder, ...parts)

/** The Node version of this project (24): an npm package, so it exists after installing. */
export const ownNode = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The project's own Node when it is installed; else the one that runs this script. */
export const projectNode = () => (existsSync(ownNode) ? ownNode : process.execPath)

/** The environment with the project's own commands first in PATH. */
export function projectEnvironment(more = {}) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const bins = [dirname(projectNode()), inProject('node_modules', '.bin')]
  return { ...process.env, [pathName]: [...bins, process.env[pathName] ?? ''].join(delimiter), ...more }
}

/** The path of a file as git and the reports write it. */
export const pathInProject = (file) => relative(projectFolder, file).replaceAll('\\', '/')

/** Hundreds of processes and threads load the same modules: compiled once, they take up to 0.6 of the CPU. */
export const compiledCode = { NODE_COMPILE_CACHE: inProject('artefacts', 'compiled-code') }

/** Runs a program in the project's folder and shows its output. Resolves with its exit code; 1 when it did not start or was killed. */
export function run(program, words, { env = projectEnvironment(), stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd: projectFolder, env, stdio })
    child.once('error', (error) => {
      process.stderr.write(`${program} did not start: ${error.message}\n`)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs a program that ends by itself after Ctrl+C, which reaches it through the terminal, or SIGTERM, which is forwarded. `environment` is
 * added to the project's. `onLine` receives each line of its stdout, which is otherwise shown unchanged.
 */
export function runUntilExit(program, words, environment = {}, onLine = null) {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const stdio = ['inherit', onLine ? 'pipe' : 'inherit', 'inherit']
    const child = spawn(program, words, { cwd: projectFolder, env: projectEnvironment(environment), stdio })
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    const ignore = () => undefined
    const forward = () => child.kill('SIGTERM')
    process.on('SIGINT', ignore)
    process.on('SIGTERM', forward)
    const settle = (outcome) => {
      process.off('SIGINT', ignore)
      process.off('SIGTERM', forward)
      resolve({ ...outcome, tookMs: Date.now() - startedAt })
    }
    child.once('error', () => settle({ code: 1 }))
    child.once('exit', (code, signal) =>
      settle({ code: code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1) }),
    )
  })
}

/** Runs a script of an installed package under the project's Node. No shell is used, so no path needs quoting on Windows. */
export const runPackage = (script, words, options) =>
  run(projectNode(), [inProject('node_modules', ...script.split('/')), ...words], options)

/** Runs npm: the one that started this script, or the one in PATH. */
export function runNpm(words, stdio = 'inherit') {
  const npm = process.env.npm_execpath
  const options = { env: process.env, stdio }
  if (npm && /\.c?js$/.test(npm)) return run(process.execPath, [npm, ...words], options)
  // The arguments are fixed: none contains a character with a meaning for the shell.
  return process.platform === 'win32'
    ? run(process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', `npm.cmd ${words.join(' ')}`], options)
    : run('npm', words, options)
}

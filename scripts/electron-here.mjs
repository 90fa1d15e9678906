import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inProject, projectEnvironment, projectNode } from './project.mjs'

/** How long a download of Electron's binary may take at a start. */
const downloadWithinMs = 60_000

/** Electron's binary, or null when it has not been downloaded: npm brings only the part that downloads it. */
export function electronBinary() {
  const pathFile = inProject('node_modules', 'electron', 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = inProject('node_modules', 'electron', 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** Why no window of Electron's could open here, in half a sentence; null when one could. */
export function obstacleTo(platform, env, userId) {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display here'
  if (platform === 'linux' && userId === 0) return 'Electron’s sandbox does not work for root'
  return null
}

/** Tries once to download Electron's binary. Resolves with it, or with null. */
export function downloadElectron() {
  process.stderr.write('Downloading Electron; once, about 120 MB.\n')
  return new Promise((resolve) => {
    const child = spawn(projectNode(), [inProject('node_modules', 'electron', 'install.js')], {
      env: projectEnvironment(),
      // What it says of a failure is for developers; one sentence follows.
      stdio: 'ignore',
    })
    const tooLong = setTimeout(() => child.kill(), downloadWithinMs)
    child.once('error', () => resolve(null))
    child.once('exit', () => {
      clearTimeout(tooLong)
      resolve(electronBinary())
    })
  })
}

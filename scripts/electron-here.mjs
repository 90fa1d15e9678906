import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inProject, projectEnvironment, projectNode } from './project.mjs'

/** How long the download of Electron may take at a start. */
const downloadWithinMs = 60_000

/** Electron's binary, or null when it is not downloaded: the npm package only contains the downloader. */
export function electronBinary() {
  const pathFile = inProject('node_modules', 'electron', 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = inProject('node_modules', 'electron', 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** Why Electron cannot open a window on this system, as a clause; null when it can. */
export function obstacleTo(platform, env, userId) {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  if (platform === 'linux' && userId === 0) return 'its sandbox does not run as root'
  return null
}

/** Tries once to download Electron's binary. Resolves with its path, or null. */
export function downloadElectron() {
  process.stderr.write('Downloading Electron (about 120 MB, once)…\n')
  return new Promise((resolve) => {
    const child = spawn(projectNode(), [inProject('node_modules', 'electron', 'install.js')], {
      env: projectEnvironment(),
      // Its messages are for developers; the caller writes one sentence.
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

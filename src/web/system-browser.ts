import { spawn } from 'node:child_process'

/** The program that opens an address on each system, with the arguments before the address. No shell is used. */
export function browserCommand(platform: NodeJS.Platform): readonly [program: string, ...args: string[]] {
  switch (platform) {
    case 'win32':
      return ['rundll32.exe', 'url.dll,FileProtocolHandler']
    case 'darwin':
      return ['open']
    default:
      return ['xdg-open']
  }
}

/** Whether a browser window can be shown. On Linux without a display, xdg-open would start a text browser in the terminal. */
export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** A program that runs longer than this is the browser itself. */
const startedAfterMs = 3_000

/** Opens a page of this PC (`file:`) in the system's browser. Rejects when there is none, or when it exits with an error. */
export async function openInBrowser(url: string): Promise<void> {
  const { href, protocol } = new URL(url)
  if (protocol !== 'file:') throw new Error('Only a page of this PC can be opened in the browser.')
  if (!hasDisplay(process.platform, process.env)) throw new Error('There is no display for a browser.')
  const [program, ...args] = browserCommand(process.platform)
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, href], { detached: true, stdio: 'ignore' })
    const timer = setTimeout(resolve, startedAfterMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`${program} exited with ${code}.`))
    })
    child.unref()
  })
}

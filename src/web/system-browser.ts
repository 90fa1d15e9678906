import { spawn } from 'node:child_process'

/** The program that opens an address on each system, and the words before the address. No shell takes part. */
export function openingCommand(platform: NodeJS.Platform): readonly [program: string, ...words: string[]] {
  switch (platform) {
    case 'win32':
      return ['rundll32.exe', 'url.dll,FileProtocolHandler']
    case 'darwin':
      return ['open']
    default:
      return ['xdg-open']
  }
}

/** Whether a browser window could show at all: on Linux without a display xdg-open would put a text browser into the terminal. */
export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** How long a program may keep running before it is taken for the browser itself. */
const settledAfterMs = 3_000

/** Opens an http(s) address in the system's browser. Rejects when there is none, or when it ends at once with an error. */
export async function openInBrowser(url: string): Promise<void> {
  const { href, protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Only a web address is opened in the browser.')
  if (!hasDisplay(process.platform, process.env)) throw new Error('There is no display to open a browser on.')
  const [program, ...words] = openingCommand(process.platform)
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...words, href], { detached: true, stdio: 'ignore' })
    const settled = setTimeout(resolve, settledAfterMs)
    child.once('error', (error) => {
      clearTimeout(settled)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(settled)
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${code}.`))
    })
    child.unref()
  })
}

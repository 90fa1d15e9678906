import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret, and each encoding in which a program could pass it on. */
function dressesOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    base64.replaceAll('=', ''),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    // A truncated key is a leak too.
    secret.slice(0, 16),
  ]
}

/** Every file below the folder, by name, with its bytes. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]),
  )
}

/** What the system shows about a process and its children to other programs of the user: arguments and environment. */
export function shownOfProcess(pid: number): Record<string, string> {
  if (!existsSync('/proc/self/environ')) return {}
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return Object.fromEntries(
    [String(pid), ...children].flatMap((each) =>
      ['environ', 'cmdline'].map((what) => [`${what} of ${each}`, readFileSync(`/proc/${each}/${what}`, 'latin1')]),
    ),
  )
}

/** Which secrets stand in which places, in any of their encodings. */
export function leaks(places: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      dressesOf(secret).some((dress) => text.includes(dress) || text.includes(Buffer.from(dress).toString('latin1')))
        ? [`${name} in ${place}`]
        : [],
    ),
  )
}

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** Stands in the built index.html wherever the nonce of one load belongs. */
export const noncePlaceholder = '__CSP_NONCE__'

/** The largest call that a host reads, in bytes: the longest list of row numbers in the contract fits with room to spare. */
export const maxCallBytes = 2 * 1024 * 1024

/**
 * What the window may do: run its own scripts, use styles that carry this load's nonce, and talk to its own host. Naive UI adds its
 * styles as elements, hence the nonce; Vue is the one maker of trusted markup.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; ')
}

/** Headers of everything that a host serves. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** A short answer for a person or a log, never for a script. */
export function plainAnswer(status: number, words: string): Response {
  return new Response(`${words}\n`, {
    status,
    headers: { ...commonHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
}

export interface WindowAssets {
  /** The answer to a request for a file of the built window; `pathname` as `URL` gives it. Never throws for what was asked. */
  answer(method: string, pathname: string): Promise<Response>
}

/**
 * Serves the built window from `folder` (absolute). A request is looked up in a list of the files that are there, so no path of a
 * caller ever reaches the disk; links are not followed. The list is made anew with each load of the page.
 */
export function createWindowAssets(folder: string): WindowAssets {
  let files: ReadonlyMap<string, string> = new Map()

  const page = async (): Promise<Response> => {
    files = await listFiles(folder)
    const file = files.get('/index.html')
    if (!file) return plainAnswer(503, 'Forecourt’s window has not been built yet: run npm run build.')
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replaceAll(noncePlaceholder, nonce)
    return new Response(html, {
      headers: {
        ...commonHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy(nonce),
        'Cache-Control': 'no-store',
      },
    })
  }

  return {
    async answer(method, pathname) {
      if (method !== 'GET') return plainAnswer(405, 'Only GET is answered here.')
      if (pathname === '/' || pathname === '/index.html') return page()
      if (files.size === 0) files = await listFiles(folder)
      const file = files.get(pathname)
      const contentType = contentTypes[extname(pathname)]
      if (!file || !contentType) return plainAnswer(404, 'There is nothing here.')
      return new Response(await readFile(file), {
        headers: {
          ...commonHeaders,
          'Content-Type': contentType,
          // Only what carries a hash in its name may be kept.
          'Cache-Control': pathname.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
        },
      })
    },
  }
}

/** Every plain file below `folder`, by its path from there with a leading slash. Empty when the folder is not there. */
async function listFiles(folder: string, prefix = '/'): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile()) found.set(`${prefix}${entry.name}`, path)
    if (entry.isDirectory()) {
      for (const [name, file] of await listFiles(path, `${prefix}${entry.name}/`)) found.set(name, file)
    }
  }
  return found
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

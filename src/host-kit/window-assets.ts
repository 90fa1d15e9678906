import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** The built index.html contains this text where the nonce of a load is inserted. */
const noncePlaceholder = '__CSP_NONCE__'

/**
 * The policy of the window: its own scripts, styles with the nonce of this load, and connections to its own host. Naive UI adds its
 * styles as elements, which is why a nonce is needed. Only Vue may create trusted markup.
 */
function contentSecurityPolicy(nonce: string): string {
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

/** Headers of every response of a host. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** A plain text response, for a person who reads it in a browser tab. */
export function textResponse(status: number, message: string): Response {
  return new Response(`${message}\n`, {
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
  '.webp': 'image/webp',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
}

export interface WindowAssets {
  /** The response to a request for a file of the built window; `pathname` as `URL` returns it. Never rejects because of the request. */
  answer(method: string, pathname: string): Promise<Response>
}

/**
 * Serves the built window from `folder` (absolute). A request is looked up in a list of the files in the folder, so the path of a
 * request never reaches the file system; links are not followed. The list is read again with each load of the page.
 */
export function createWindowAssets(folder: string): WindowAssets {
  let files: ReadonlyMap<string, string> = new Map()

  const page = async (): Promise<Response> => {
    files = await listFiles(folder)
    const file = files.get('/index.html')
    if (!file) return textResponse(503, 'The Forecourt window is not built. Run npm run build.')
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
      if (method !== 'GET') return textResponse(405, 'Only GET is supported.')
      if (pathname === '/' || pathname === '/index.html') return page()
      if (files.size === 0) files = await listFiles(folder)
      const file = files.get(pathname)
      const contentType = contentTypes[extname(pathname)]
      if (!file || !contentType) return textResponse(404, 'Not found.')
      return new Response(await readFile(file), {
        headers: {
          ...commonHeaders,
          'Content-Type': contentType,
          // Only files with a hash in their name may be cached.
          'Cache-Control': pathname.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
        },
      })
    },
  }
}

/** Every regular file below `folder`, by its path relative to it with a leading slash. Empty when the folder does not exist. */
async function listFiles(folder: string, prefix = '/'): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readEntries(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile()) files.set(`${prefix}${entry.name}`, path)
    if (entry.isDirectory()) {
      for (const [name, file] of await listFiles(path, `${prefix}${entry.name}/`)) files.set(name, file)
    }
  }
  return files
}

async function readEntries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

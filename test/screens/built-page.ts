import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { digestOfSources } from '../../scripts/prepare.mjs'
import { createWindowAssets } from '../../src/host-kit/window-assets.ts'

const pageFolder = resolve('test/screens/page')
const builtFolder = resolve('.cache/screens')
const digestFile = join(builtFolder, 'sources.sha256')

/** Builds the page when its sources have changed: before the first test, whose time limit would count it. */
export default async function buildPage(): Promise<void> {
  const own = readdirSync(pageFolder).map((name) => readFileSync(join(pageFolder, name), 'utf8'))
  const digest = createHash('sha256')
    .update([digestOfSources(), ...own].join())
    .digest('hex')
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return
  const words = [resolve('node_modules/vite/bin/vite.js'), 'build', '--config', join(pageFolder, 'vite.config.ts')]
  // Vitest sets NODE_ENV, with which Vue would be built for development.
  const building = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  const [code] = (await once(building, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The page of the screens could not be built. See the messages above.')
  writeFileSync(digestFile, digest)
}

/** Serves the page as the window is served: with its headers, its policy and one nonce a load. Gives its address. */
export async function servePage(): Promise<string> {
  const assets = createWindowAssets(builtFolder)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    void assets.answer(request.method ?? 'GET', pathname).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }).listen(0, '127.0.0.1')
  // All files share the server: it ends with the process.
  server.unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

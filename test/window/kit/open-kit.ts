import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { createWindowAssets } from '../../../src/host-kit/window-assets.ts'
import { sharedBrowser } from '../harness.ts'

/** The page of the kit, built and served as the window is: with its headers, its policy and one nonce a load. */
export interface KitServer {
  open(colorScheme: 'light' | 'dark'): Promise<{ readonly page: Page; readonly problems: string[] }>
  stop(): Promise<void>
}

export async function serveKit(): Promise<KitServer> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-kit-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: resolve('test/window/kit'),
    base: './',
    plugins: [vue()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  })
  const assets = createWindowAssets(folder)
  const server = createServer((request, response) => {
    void assets.answer(request.method ?? 'GET', request.url ?? '/').then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async open(colorScheme) {
      const browser = await sharedBrowser()
      const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 900 }, locale: 'en-AU' })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
      await page.goto(`http://127.0.0.1:${port}/`)
      return { page, problems }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

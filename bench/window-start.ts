import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startBrowserHost } from './browser-host-process.ts'
import { launchChromium } from './chromium.ts'

const project = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const imported = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g
const importedLater = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g

/**
 * The scripts without which the window shows nothing, gzipped, in thousands of bytes: the entry, what it loads as its very first
 * deed, and all that these import.
 */
export function initialScriptKb(): number {
  const index = readFileSync(project('out/renderer/index.html'), 'utf8')
  const entries = [...index.matchAll(/src="\.\/assets\/([^"]+\.js)"/g)].map((match) => match[1]!)
  const waiting = [...entries]
  const seen = new Set<string>()
  let bytes = 0
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const script = readFileSync(project(`out/renderer/assets/${name}`))
    const text = script.toString('utf8')
    bytes += gzipSync(script).byteLength
    for (const [, other] of text.matchAll(imported)) waiting.push(other!)
    if (entries.includes(name)) for (const [, other] of text.matchAll(importedLater)) waiting.push(other!)
  }
  return bytes / 1_000
}

interface Painted {
  readonly firstPaintMs: number
  /** When the app has put something of its own into the page. */
  readonly contentMs: number
}

/** The window as it is first opened, beside a blank page that mounts one Vue component: each in a fresh browser. */
export async function startScreens(repeats: number): Promise<{ readonly ours: Painted; readonly blank: Painted }[]> {
  const blank = await serveBlankPage()
  try {
    const screens: { ours: Painted; blank: Painted }[] = []
    for (let turn = 0; turn < repeats; turn += 1) {
      const blankPaint = await paintOf(blank.url, '#app p')
      const host = await startBrowserHost()
      try {
        screens.push({ blank: blankPaint, ours: await paintOf(host.url, '#app > :not(.still)') })
      } finally {
        await host.stop()
      }
    }
    return screens
  } finally {
    blank.stop()
  }
}

async function paintOf(url: string, content: string): Promise<Painted> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.addInitScript((selector) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        watch.disconnect()
        performance.mark('content')
      })
      watch.observe(document, { childList: true, subtree: true })
    }, content)
    await page.goto(url)
    await page.waitForFunction(
      () => performance.getEntriesByName('content').length > 0 && performance.getEntriesByType('paint').length > 0,
    )
    return await page.evaluate(() => ({
      firstPaintMs: performance.getEntriesByType('paint')[0]?.startTime ?? Number.NaN,
      contentMs: performance.getEntriesByName('content')[0]?.startTime ?? Number.NaN,
    }))
  } finally {
    await browser.close()
  }
}

async function serveBlankPage(): Promise<{ readonly url: string; stop(): void }> {
  const vue = readFileSync(project('node_modules/vue/dist/vue.runtime.global.prod.js'))
  const text = `<!doctype html><title>Blank</title><div id="app"></div><script src="/vue.js"></script>
    <script>Vue.createApp({ render: () => Vue.h('p', 'Blank') }).mount('#app')</script>`
  const server = createServer((request, response) => {
    const isScript = request.url === '/vue.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? vue : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => void server.close(),
  }
}

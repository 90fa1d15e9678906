import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { alternate } from './bench-row.ts'
import { projectFolder, startBrowserHost } from './browser-host-process.ts'
import { launchChromium } from './chromium.ts'

const project = (path: string): string => join(projectFolder, path)

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
  const blankHost = makeBlankHost()
  const { bare: blank, ours } = await alternate(
    repeats,
    () => paintFrom(blankHost, '#app p'),
    () => paintFrom(projectFolder, '#app > :not(.still)'),
  )
  return ours.map((painted, at) => ({ ours: painted, blank: blank[at]! }))
}

async function paintFrom(hostFolder: string, content: string): Promise<Painted> {
  const host = await startBrowserHost(hostFolder)
  try {
    return await paintOf(host.url, content)
  } finally {
    await host.stop()
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

/**
 * A copy of the browser host, whose window is a blank page: it is served with the same sign-in, headers and policy. Its script is one file.
 */
function makeBlankHost(): string {
  const folder = project('out/bench/blank-host')
  rmSync(folder, { recursive: true, force: true })
  cpSync(project('out/main'), join(folder, 'out/main'), { recursive: true })
  cpSync(project('package.json'), join(folder, 'package.json'))
  const assets = join(folder, 'out/renderer/assets')
  mkdirSync(assets, { recursive: true })
  const vue = readFileSync(project('node_modules/vue/dist/vue.runtime.global.prod.js'), 'utf8')
  const mount = "Vue.createApp({ render: () => Vue.h('p', 'Blank') }).mount('#app')"
  writeFileSync(join(assets, 'blank.js'), `${vue}\n${mount}\n`)
  const page = '<!doctype html><title>Blank</title><div id="app"></div><script src="/assets/blank.js"></script>'
  writeFileSync(join(assets, '../index.html'), page)
  return folder
}

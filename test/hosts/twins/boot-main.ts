import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { probes } from './electron-probes.ts'
import { loaded } from './electron-twin.ts'

/** Runs the built main bundle in this process with twins for Electron and the keychain, and answers the probes of the test. */
const twins: Readonly<Record<string, string>> = {
  electron: new URL('electron-twin.ts', import.meta.url).href,
  keytar: new URL('keytar-twin.ts', import.meta.url).href,
}

registerHooks({
  resolve(specifier, context, next) {
    const url = twins[specifier]
    // Also for `require`, which accepts no address.
    return url ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.push(fileURLToPath(url))
    return next(url, context)
  },
})

interface Asked {
  readonly id: number
  readonly probe: keyof typeof probes
  readonly given: readonly unknown[]
}

process.on('message', ({ id, probe, given }: Asked) => {
  const run = probes[probe] as (...given: readonly unknown[]) => unknown
  void (async () => run(...given))().then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, problem: String(error) }),
  )
})

const bundle = process.env.TWIN_BUNDLE
if (!bundle) throw new Error('TWIN_BUNDLE is not set.')
await import(pathToFileURL(bundle).href)
process.send?.({ id: 0, value: 'booted' })

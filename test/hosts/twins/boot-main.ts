import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { probes } from './electron-probes.ts'
import { loaded, transcript } from './electron/state.ts'

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

const { TWIN_COMMAND: transcriptFile } = process.env
if (transcriptFile !== undefined) {
  // As Electron does: the first argument is the program, and the next one belongs to the user.
  process.argv.splice(1, 1)
  process.on('exit', () => writeFileSync(transcriptFile, JSON.stringify(transcript)))
}
if (process.env.TWIN_WINDOWS === '1') {
  // Of Windows a command asks this alone. Electron sends both outputs to one place there.
  Object.defineProperty(process, 'platform', { value: 'win32' })
  process.stdout.write = process.stderr.write = () => true
}

const bundle = process.env.TWIN_BUNDLE
if (!bundle) throw new Error('TWIN_BUNDLE is not set.')
await import(pathToFileURL(bundle).href)
process.send?.({ id: 0, value: 'booted' })

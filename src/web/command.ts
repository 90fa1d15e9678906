import { fileURLToPath } from 'node:url'
import { DataFolderError, openDataFolder } from '../host-kit/data-folder.ts'
import { programPlaceOf, versionOfForecourt } from '../host-kit/program-place.ts'
import { help, readArguments, type BrowserHostArguments } from './arguments.ts'
import { useCompileCache } from './compile-cache.ts'

const place = programPlaceOf(import.meta.url)

// The terminal or script that started the program may end first: the window is in the browser and goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const read = readArguments(process.argv.slice(2))
if (read.action === 'help') {
  process.stdout.write(help)
} else if (read.action === 'version') {
  process.stdout.write(`${versionOfForecourt(place)}\n`)
} else if (read.action === 'reject') {
  process.stderr.write(`${read.problem}\n\n${help}`)
  process.exitCode = 2
} else {
  try {
    const folder = openDataFolder(read.options.dataDir)
    if (place.isBundle) useCompileCache(folder.path, fileURLToPath(import.meta.url))
    // Imported late, because the cache serves only what is loaded after it.
    const { serve } = await import('./serve.ts')
    await serve(folder, read.options, place)
  } catch (error) {
    process.stderr.write(`Forecourt could not start: ${reasonOf(error, read.options)}\n`)
    process.exit(1)
  }
}

function reasonOf(error: unknown, { port }: BrowserHostArguments): string {
  if (error instanceof DataFolderError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `port ${port} is in use. Choose another with --port.`
  return error.stack ?? error.message
}

import { join } from 'node:path'
import type { DataFolder } from '../host-kit/data-folder.ts'
import { createNodeHost } from '../host-kit/node-host.ts'
import type { ProgramPlace } from '../host-kit/program-place.ts'
import type { BrowserHostArguments } from './arguments.ts'
import { startBrowserHost } from './browser-host.ts'
import { writeSignInPage } from './sign-in-page.ts'
import { openInBrowser } from './system-browser.ts'

/**
 * Serves the window and its program until a signal ends the process. Rejects when the port is in use, or for what the system refuses.
 */
export async function serve(folder: DataFolder, options: BrowserHostArguments, place: ProgramPlace): Promise<void> {
  const host = createNodeHost(folder, { ...options.practice, keychain: options.keychain, takesCommands: true }, place)
  const server = await startBrowserHost({
    host,
    windowFolder: join(place.projectFolder, 'out', 'renderer'),
    port: options.port,
  })
  const page = options.openBrowser ? writeSignInPage(server.signInPage, folder.path) : null
  closeOnSignal(async () => {
    page?.remove()
    await server.close()
    await host.close()
  })
  // After this line, whoever started the host may end it.
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
  await host.start()
  if (page) await openPage(page.address)
}

async function openPage(url: string): Promise<void> {
  try {
    await openInBrowser(url)
    process.stdout.write('Forecourt is open in your browser. Press Ctrl+C to stop.\n')
  } catch {
    // A PC without a browser to open is no failure: the address is on the screen.
    process.stdout.write('Open this address in a browser on this PC. It works once. Press Ctrl+C to stop.\n')
  }
}

/** Closes cleanly on the first Ctrl+C or SIGTERM, and exits without waiting on the second. */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  const onSignal = (): void => {
    if (closing) process.exit(1)
    closing = true
    void close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Forecourt did not close cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

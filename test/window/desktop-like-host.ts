import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Fetch } from '../../src/core/ports/host.ts'
import { createKeychainVault } from '../../src/core/vault/keychain-vault.ts'
import { openDataFolder } from '../../src/host-kit/data-folder.ts'
import { createReaderFork } from '../../src/host-kit/forked-reader.ts'
import { createSampleReader } from '../../src/host-kit/sample-spreadsheets.ts'
import { createHost } from '../../src/host-kit/start-host.ts'
import { readArguments } from '../../src/web/arguments.ts'
import { startBrowserHost } from '../../src/web/browser-host.ts'

/**
 * The browser host with what only the desktop meets: a proxy that asks for a password, a service that asks for a certificate, and
 * updates. Node's fetch knows none of them, so this fetch asks like the desktop's.
 */
const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const source = (path: string): URL => new URL(`../../src/${path}`, import.meta.url)

const read = readArguments(process.argv.slice(2))
if (read.action !== 'serve') throw new Error('The arguments cannot be read.')
const { options } = read
const challenge = { host: 'proxy.dealer.example', port: 8080, realm: 'Dealer network' }
const certificates = [
  { id: 'sha256/1', subject: 'Kim Lee', issuer: 'Dealer CA', expiresAt: '2027-12-28T13:20:00.000Z' },
  { id: 'sha256/2', subject: 'Front desk', issuer: 'Dealer CA', expiresAt: '2027-09-03T21:33:20.000Z' },
]
let isSignedIn = false

const askingFetch: Fetch = async (url, init) => {
  const { networkSignIn } = host.program
  let refused: number | null = null
  while (!isSignedIn) {
    const signIn = await networkSignIn.signInToProxy(challenge, refused)
    if (!signIn) throw new Error('net::ERR_PROXY_AUTH_REQUESTED')
    isSignedIn = signIn.userName === 'kim' && signIn.password === 'right'
    refused = signIn.attempt
  }
  if ((await networkSignIn.chooseCertificate('service.example', certificates)) !== 'sha256/2') {
    throw new Error('net::ERR_BAD_SSL_CLIENT_AUTH_CERT')
  }
  return fetch(url, init)
}

const folder = openDataFolder(options.dataDir)
const host = createHost(
  folder,
  { ...options.practice, takesCommands: false },
  {
    host: 'browser',
    version: '0.0.0',
    vault: createKeychainVault({ load: () => Promise.reject(new Error('No keychain in this test.')) }),
    fetch: askingFetch,
    updater: {
      check: async () => '9.9.9',
      download: async (onProgress) => onProgress(1),
      // The desktop ends here; the test only sees that it was asked to.
      restart: () => undefined,
    },
    opener: async () => 'open-in-window',
    readSample: createSampleReader(projectFolder),
    startDraftWorker: () => new Worker(source('core/drafts/worker/draft-worker.ts')),
    startDatabaseWorker: (database) => new Worker(source('core/updating/database-worker.ts'), { workerData: database }),
    startReaderProcess: createReaderFork(source('core/drafts/file-process/reader-process.ts')),
  },
)
const server = await startBrowserHost({ host, windowFolder: `${projectFolder}/out/renderer`, port: options.port })
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => host.close())
    .then(() => process.exit(0))
})
await host.start()

import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { runPackage } from './project.mjs'

const help = `Creates installers of Forecourt in dist/, with electron-builder and its settings in electron-builder.yml.

  npm run package [-- options of electron-builder]

  --dir                 the unpacked program only, no installer
  --win, --mac, --linux the target system; the default is this one
  --help                show this text

Downloads Electron for the target system. To sign a release, set CSC_LINK and CSC_KEY_PASSWORD (Windows, macOS) and
APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER (macOS), and add -c.forceCodeSigning=true.

For updates, set FORECOURT_UPDATE_FEED to the https address of the web folder that gets the files of dist/. Such a build must be
signed on Windows and macOS, because updates without a signature would be refused.
`

/** What electron-builder needs for updates; nothing when no address is given. Throws a sentence for an address without TLS. */
export function updateOptions(feed) {
  if (!feed) return []
  if (URL.parse(feed)?.protocol !== 'https:') throw new Error('FORECOURT_UPDATE_FEED must be an https address.')
  return ['-c.publish.provider=generic', `-c.publish.url=${feed}`, '-c.forceCodeSigning=true']
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (!isCommand) {
  // Imported by a test.
} else if (process.argv.includes('--help')) {
  process.stdout.write(help)
} else {
  try {
    const updates = updateOptions(process.env.FORECOURT_UPDATE_FEED)
    await prepare({ forceBuild: true })
    const words = ['--publish', 'never', ...updates, ...process.argv.slice(2)]
    process.exitCode = await runPackage('electron-builder/cli.js', words)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

import { prepare } from './prepare.mjs'
import { runPackage } from './project.mjs'

const help = `Makes installers of Forecourt in dist/, by electron-builder and its settings in electron-builder.yml.

  npm run package [-- options of electron-builder]

  --dir                 the unpacked program only, no installer
  --win, --mac, --linux for which system; without one, for this
  --help                this text

Electron's binary for that system is downloaded. A release is signed: set CSC_LINK and CSC_KEY_PASSWORD (Windows, macOS) and
APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER (macOS), and add -c.forceCodeSigning=true.
`

if (process.argv.includes('--help')) {
  process.stdout.write(help)
} else {
  try {
    await prepare({ forceBuild: true })
    process.exitCode = await runPackage('electron-builder/cli.js', ['--publish', 'never', ...process.argv.slice(2)])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

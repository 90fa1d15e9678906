import { prepare } from './prepare.mjs'
import { runPackage } from './project.mjs'

const help = `Creates installers of Forecourt in dist/, with electron-builder and its settings in electron-builder.yml.

  npm run package [-- options of electron-builder]

  --dir                 the unpacked program only, no installer
  --win, --mac, --linux the target system; the default is this one
  --help                show this text

Downloads Electron for the target system. To sign a release, set CSC_LINK and CSC_KEY_PASSWORD (Windows, macOS) and
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

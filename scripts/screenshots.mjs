import { prepare } from './prepare.mjs'
import { inProject, projectNode, run } from './project.mjs'

const help = `Takes pictures of every screen of Forecourt with sample data, through the real program in Chromium.

  npm run screenshots [-- --size WIDTHxHEIGHT ... --only NAME ... --forced-colors]
  npm run screenshots -- --readme

  --size WIDTHxHEIGHT   only this size; can be repeated. Default: 1024x700, 1280x800 and 1920x1080
  --only NAME           only pictures whose name begins so; can be repeated
  --forced-colors       in the high-contrast theme of the system, as forced-light-*.png and forced-dark-*.png
  --readme              only the pictures of README.md: docs/import.png, docs/check.png and docs/calls.png
  --help                show this text

All screens in light and dark go to artefacts/screens/. An error in the console of any screen fails the command.
The sample data comes from a fixed seed; dates follow the day.
`

const words = process.argv.slice(2)
if (words.includes('--help')) {
  process.stdout.write(help)
} else {
  try {
    await prepare()
    process.exitCode = await run(projectNode(), [inProject('test', 'window', 'screenshot-tour.ts'), ...words])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

import { prepare } from './prepare.mjs'
import { inProject, projectNode, run } from './project.mjs'

const words = process.argv.slice(2)
const help = `Takes the pictures of the help pages with sample data, in light and dark, through the real program in Chromium.

  npm run help-pictures [-- --only NAME ...]

  --only NAME   only pictures whose name begins so; can be repeated

They replace those in src/renderer/features/help/pictures. Look at them, and commit them.
`

if (words.includes('--help')) {
  process.stdout.write(help)
} else {
  try {
    await prepare()
    process.exitCode = await run(projectNode(), [inProject('test', 'window', 'help-pictures.ts'), ...words])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

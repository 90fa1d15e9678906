import { prepare } from './prepare.mjs'
import { inProject, projectNode, runUntilExit } from './project.mjs'

const help = `Runs a file of the project under the project's own Node. Installs packages first when needed.

  node scripts/run.mjs [--build] [options of Node] FILE [options of the file]

  --build   build first when a source changed
`

const words = process.argv.slice(2)
const [build, ...rest] = words[0] === '--build' ? words : [null, ...words]
const fileAt = rest.findIndex((word) => !word.startsWith('-'))

if (fileAt < 0) {
  process.stdout.write(help)
} else {
  try {
    const isHelpOfSource = rest.includes('--help') && rest[fileAt].endsWith('.ts')
    await prepare({ noBuild: build === null || isHelpOfSource })
    const file = inProject(...rest[fileAt].split('/'))
    const { code } = await runUntilExit(projectNode(), rest.with(fileAt, file))
    process.exitCode = code
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

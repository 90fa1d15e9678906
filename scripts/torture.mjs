import { prepare } from './prepare.mjs'
import { inProject, projectNode, run } from './project.mjs'

const words = process.argv.slice(2)
try {
  await prepare({ noBuild: true })
  process.exitCode = await run(projectNode(), [inProject('test', 'torture', 'command.ts'), ...words])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

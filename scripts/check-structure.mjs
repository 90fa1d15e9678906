import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject, runPackage } from './project.mjs'

const help = `Finds circles between files or folders, imports between features, and files that are too long.

  npm run structure
`

/** The largest number of lines of a file, by its ending. */
const maxLines = { '.ts': 350, '.vue': 250 }

/** The files with too many lines, as sentences. `files` are paths with their text. */
export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    const limit = maxLines[/\.[a-z]+$/.exec(path)?.[0] ?? '']
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    return limit !== undefined && lines > limit
      ? [`${path}: ${lines} lines, at most ${limit}. Split it by subject.`]
      : []
  })
}

function filesOf(folder) {
  return (
    readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
      // A fixture is written once and stays as it is.
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.(ts|vue)$/.test(entry.name) &&
          !/[\\/](fixtures|node_modules)([\\/]|$)/.test(`${entry.parentPath}/`),
      )
      .map((entry) => {
        const file = `${entry.parentPath}/${entry.name}`
        return {
          path: file
            .slice(inProject('.').length)
            .replace(/^[\\/]/, '')
            .replaceAll('\\', '/'),
          text: readFileSync(file, 'utf8'),
        }
      })
  )
}

async function checkStructure() {
  const tooLong = findLongFiles(['src', 'test', 'bench'].flatMap(filesOf))
  for (const problem of tooLong) process.stdout.write(`${problem}\n`)
  const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'
  const code = await runPackage(cruiser, ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'])
  return code === 0 && tooLong.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) process.stdout.write(help)
  else process.exitCode = await checkStructure()
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { helpOf } from '../../../src/cli/help-text.ts'

/** Every file of the project, with `/` between folders. */
const files = [
  ...readdirSync('.', { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...['src', 'test', 'scripts', 'docs', 'bench', 'build', 'resources', '.github'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/')),
  ),
]
const partsOf = (path: string): string[] => path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))
/** Every file and folder of the project. */
const paths = new Set(files.flatMap(partsOf))
/** They, and each end of their paths: a text may leave out where a file is. */
const ends = new Set([...paths].flatMap((path) => path.split('/').map((_, at, names) => names.slice(at).join('/'))))

/** Without the pages of Help, which link to each other. */
const documents = files.filter(
  (file) => file.endsWith('.md') && !file.startsWith('test/fixtures/') && !file.endsWith('/help.md'),
)
const textOf = (document: string): string => readFileSync(document, 'utf8')
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
/** What is wrong in each document, as `document: what`. */
const inDocuments = (findWrong: (text: string, document: string) => readonly string[]): string[] =>
  documents.flatMap((document) => findWrong(textOf(document), document).map((wrong) => `${document}: ${wrong}`))

/** Made by a build or a run, or of other systems and programs. */
const isElsewhere = (name: string): boolean =>
  /^(?:[/@]|\.\/|out\/|dist\/|artefacts\/|log\/|window\/|bin\/|nodejs\/)|:/.test(name)
const isPath = (name: string): boolean =>
  !isElsewhere(name) && /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(name) && /\/|\w\.(?:ts|vue|mjs|md|css|nsh|cmd)$/.test(name)

it('documents name files and folders that exist', () => {
  const wrong = inDocuments((text) =>
    [...matches(text, /`([^`\n]+)`/g), ...matches(text, /(?<![\w./-])((?:src|test|scripts)\/[\w.@/-]+\w)/g)].filter(
      (name) => isPath(name) && !ends.has(name.replace(/\/$/, '')),
    ),
  )
  expect(wrong).toEqual([])
})

/** As GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

it('links of documents lead to files and headings that exist', () => {
  const wrong = inDocuments((text, document) =>
    matches(text, /\]\(([^)\s]+)\)/g).filter((link) => {
      if (/^\w+:/.test(link)) return false
      const [path = '', heading] = link.split('#')
      const file = path === '' ? document : join(dirname(document), path).replaceAll('\\', '/')
      if (!paths.has(file)) return true
      return (
        heading !== undefined &&
        !matches(textOf(file), /^#+ (.+)$/gm)
          .map(anchorOf)
          .includes(heading)
      )
    }),
  )
  expect(wrong).toEqual([])
})

it('documents name npm scripts and commands of forecourt that exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const wrong = inDocuments((text) => [
    ...matches(text, /npm run (?:-s |--silent )?([a-z][\w:-]*)/g).filter((name) => !(name in scripts)),
    // In code only, and not the wrong command that is tried on a desktop.
    ...matches(text, /(?:^|`)forecourt ([a-z]+)/gm).filter(
      (name) => name !== 'send' && !helpOf(null).includes(`forecourt ${name}`),
    ),
  ])
  expect(wrong).toEqual([])
})

it('no document says how many tests there are, because the number changes with each of them', () => {
  expect(inDocuments((text) => matches(text, /\b(\d[\d,]* tests)\b/g))).toEqual([])
})

it('docs/performance.md quotes results of the bench as they are', () => {
  const results = textOf('bench/results.md').split('\n')
  const quoted = textOf('docs/performance.md')
    .split('\n')
    .filter((line) => /^\| [A-Z]\d /.test(line))
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((line) => !results.includes(line))).toEqual([])
})

it('docs/decisions has a number, a title and a date for each record, and lists all of them', () => {
  const records = documents.filter((document) => /^docs\/decisions\/\d/.test(document)).toSorted()
  const lines = records.map((record, at) => {
    const [, title, date] = /^# \d+\. (.+)\n\n(\d{4}-\d\d-\d\d)\n/.exec(textOf(record)) ?? []
    return `| ${at + 1} | [${title}](${record.slice('docs/decisions/'.length)}) | ${date} |`
  })
  const listed = textOf('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(listed).toEqual(lines)
  expect(records.map((record) => Number(record.slice(15, 18)))).toEqual(records.map((_, at) => at + 1))
})

it('docs/dependencies.md says of each package why it is here', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  const named = matches(textOf('docs/dependencies.md'), /^\| `([^`]+)` \| [^|]+ \|/gm)
  expect([...new Set(named)].toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted())
})

it('src/README.md names every folder of core and every feature', () => {
  const foldersOf = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const named = new Set(matches(textOf('src/README.md'), /`([\w-]+)\/?`/g))
  expect(
    [...foldersOf('src/core'), ...foldersOf('src/renderer'), ...foldersOf('src/renderer/features')].filter(
      (name) => !named.has(name) && !['ports', 'features', 'public'].includes(name),
    ),
  ).toEqual([])
})

it('each threat of docs/security.md has a number and a test', () => {
  const rows = textOf('docs/security.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split('|'))
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, at) => at + 1))
  expect(rows.filter(([, , , , test = '']) => !/`[^`]+\.test\.ts`/.test(test))).toEqual([])
})

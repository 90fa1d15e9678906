import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findLongFiles } from '../../../scripts/check-structure.mjs'
import { helpOf } from '../../../src/cli/help-text.ts'
import { dataFormat } from '../../../src/core/database/schema.ts'
import { settingsText } from '../../../src/renderer/features/settings/settings-text.ts'

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

const { dependencies, devDependencies, engines, scripts } = JSON.parse(textOf('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'engines' | 'scripts',
  Record<string, string>
>

it('documents name npm scripts and commands of forecourt that exist', () => {
  const wrong = inDocuments((text) => [
    ...matches(text, /npm run (?:-s |--silent )?([a-z][\w:-]*)/g).filter((name) => !(name in scripts)),
    // In code only, and not the wrong command that is tried on a desktop.
    ...matches(text, /(?:^|`)forecourt ([a-z]+)/gm).filter(
      (name) => name !== 'send' && !helpOf(null).includes(`forecourt ${name}`),
    ),
  ])
  expect(wrong).toEqual([])
})

/** The text of every file that is no document, to look a name up. */
const code = files
  .filter(
    (file) => /^(?:src|test|scripts|bench|build|vitest|\.github)/.test(file) && /\.(?:ts|vue|mjs|yml|cmd)$/.test(file),
  )
  .filter((file) => !file.endsWith('documents.test.ts'))
  .map(textOf)
  .join('\n')

it('documents name variables of the environment and options that exist', () => {
  const ofOtherPrograms = ['--project', '--silent', '--unlock']
  const wrong = inDocuments((text) => [
    ...matches(text, /\b(FORECOURT_[A-Z_]+)/g).filter((name) => !code.includes(name)),
    ...matches(text, /(?:^|[\s`])(--[a-z][a-z-]+)/gm).filter(
      (name) => !ofOtherPrograms.includes(name) && !code.includes(name),
    ),
  ])
  expect(wrong).toEqual([])
})

it('documents name pages and sections of Settings that exist', () => {
  const titles = [
    ...Object.values(settingsText.pages),
    ...Object.values(settingsText).flatMap((part) => (typeof part === 'object' && 'title' in part ? [part.title] : [])),
  ]
  const wrong = inDocuments((text) =>
    matches(text, /Settings > ([A-Z][\w -]*)/g).filter(
      (name) => !titles.some((title) => typeof title === 'string' && name.startsWith(title)),
    ),
  )
  expect(wrong).toEqual([])
})

it('numbers of README.md, src/README.md and test/README.md are those of the code', () => {
  const longest = (ending: string): number => {
    const isLong = (lines: number): boolean =>
      findLongFiles([{ path: `a.${ending}`, text: '\n'.repeat(lines) }]).length > 0
    return Array.from({ length: 500 }, (_, lines) => lines).findLast((lines) => !isLong(lines)) ?? 0
  }
  expect(textOf('src/README.md')).toContain(
    `At most ${longest('ts')} lines for a \`.ts\` file, ${longest('vue')} for a \`.vue\` file.`,
  )
  expect(textOf('README.md')).toContain(`Node ${engines['node']?.replace('>=', '')} or later`)
  expect(textOf('README.md')).toContain(`own Node ${devDependencies['node']?.split('.')[0]}.`)
  expect(textOf('test/README.md')).toContain(`\`fixtures/data-folder-${dataFormat}\` is one of format ${dataFormat}`)
})

it('no document says how many tests there are, because the number changes with each of them', () => {
  expect(inDocuments((text) => matches(text, /\b(\d[\d,]* tests)\b/g))).toEqual([])
})

it('docs/performance.md quotes results of the bench as they are, and all that do not hold', () => {
  const results = textOf('bench/results.md').split('\n')
  const quoted = textOf('docs/performance.md')
    .split('\n')
    .filter((line) => /^\| [A-Z]\d /.test(line))
  const isMissed = (line: string): boolean => line.includes('| no |')
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((line) => !results.includes(line))).toEqual([])
  expect(quoted.filter(isMissed)).toEqual(results.filter(isMissed))
})

it('docs/decisions has a number, a title and a date for each record, and lists all of them', () => {
  const records = documents.filter((document) => /^docs\/decisions\/\d/.test(document)).toSorted()
  const lines = records.map((record, at) => {
    const [, title, date] =
      /^# \d+\. (.+)\n\n(\d{4}-\d\d-\d\d(?:, replaced by \[\d+\]\([\w-]+\.md\))?)\n/.exec(textOf(record)) ?? []
    return `| ${at + 1} | [${title}](${record.slice('docs/decisions/'.length)}) | ${date} |`
  })
  const listed = textOf('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(listed).toEqual(lines)
  expect(records.map((record) => Number(record.slice(15, 18)))).toEqual(records.map((_, at) => at + 1))
})

it('docs/dependencies.md says of each package why it is here', () => {
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

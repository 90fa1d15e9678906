import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject, projectFolder } from './project.mjs'

const help = `Finds pronouns for the user and idioms that are hard to read, in sources, tests, scripts and documents.

  npm run wording [-- files]
`

/** What is refused, and what to write instead. Each pattern matches whole words, in any case. */
const rules = [
  { pattern: 'she|hers?|herself', instead: '"the user" in code, "you" in the product', insideNames: true },
  { pattern: 'anew|afresh', instead: 'again' },
  { pattern: 'mend(s|ed|ing)?', instead: 'fix' },
  { pattern: '(hold|holds|held)( \\w+)? against', instead: 'compare with' },
  { pattern: 'in hand', instead: 'current' },
  { pattern: 'as (it|they) (come|comes|came)', instead: 'unchanged' },
  { pattern: 'on (its|their) way', instead: 'in progress' },
  { pattern: 'it is said', instead: 'who says it: "the message says"' },
  { pattern: '(came|come|comes|became|becomes) of', instead: 'outcome, result' },
  { pattern: 'of before', instead: 'previous, last' },
  { pattern: 'under the hand', instead: 'at hand' },
  { pattern: 'had of', instead: 'had for' },
  { pattern: 'worth a look|to look at', instead: 'warning, to check' },
  { pattern: 'for whom', instead: 'who ... for' },
  { pattern: '(take|takes|taken|took) in', instead: 'accept, import, read' },
  { pattern: '(stand|stands|stood) as', instead: 'is' },
  { pattern: '(tell|tells|told) of', instead: 'report, notify' },
  { pattern: 'shelf', instead: 'log, list' },
  { pattern: 'breathe|rouse|hurry', instead: 'what it does: yield, start, check now' },
  { pattern: '(put|puts) aside', instead: 'set aside, save' },
  { pattern: 'nowhere any more', instead: 'permanently deleted' },
  { pattern: 'of ours', instead: 'our' },
  { pattern: '(ask|asks|asked|asking) again', instead: 'retry, look up again' },
]

const checkedFiles = /\.(ts|mts|mjs|vue|css|html|md|yml)$|^(package|\.oxlintrc)\.json$/
/** These two name what is refused. */
const ownFiles = new Set(['scripts/check-wording.mjs', 'test/unit/scripts/check-wording.test.ts'])

const wholeWords = (pattern, flags) => new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, flags)

const compiled = rules.map(({ pattern, instead, insideNames = false }) => ({
  expression: wholeWords(pattern, 'gi'),
  instead,
  insideNames,
}))

/** All patterns as one: most files have none of them, and one search of a file costs less than one for each line and pattern. */
const anyPattern = wholeWords(rules.map(({ pattern }) => pattern).join('|'), 'i')

/** A line with its names cut into words: `herKind` becomes `her Kind`. Lengths change, so only words are read from it. */
const splitNames = (line) => line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/** The refused phrases of one text. Lines count from 1. */
export function findWording(text) {
  if (!anyPattern.test(text) && !anyPattern.test(splitNames(text))) return []
  const found = []
  for (const [index, line] of text.split('\n').entries()) {
    for (const { expression, instead, insideNames } of compiled) {
      const readable = insideNames ? splitNames(line) : line
      for (const [phrase] of readable.matchAll(expression)) found.push({ line: index + 1, phrase, instead })
    }
  }
  return found
}

const checkedFolders = ['src', 'test', 'scripts', 'bench', 'docs']

function filesOfProject() {
  const atRoot = readdirSync(projectFolder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  )
  const inFolders = checkedFolders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  // Other programs that the bench compares with (bench/peers).
  const isOwn = (file) => !ownFiles.has(file) && !file.includes('/node_modules/')
  return [...atRoot, ...inFolders].filter((file) => checkedFiles.test(file) && isOwn(file)).toSorted()
}

function checkWording(files) {
  let count = 0
  for (const file of files) {
    for (const { line, phrase, instead } of findWording(readFileSync(inProject(file), 'utf8'))) {
      count += 1
      process.stdout.write(`${file}:${line}: "${phrase}" (write: ${instead})\n`)
    }
  }
  process.stdout.write(count === 0 ? 'No refused wording.\n' : `${count} refused phrases.\n`)
  return count === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = process.argv.slice(2)
  if (words.includes('--help')) process.stdout.write(help)
  else process.exitCode = checkWording(words.length > 0 ? words : filesOfProject())
}

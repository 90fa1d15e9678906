import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inProject, runPackage } from './project.mjs'

const help = `Finds circles between files or folders, imports between features, files that are too long, props that carry refs, and styles
that shared classes replace.

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

/** A type that holds refs, or that a composable or a store returns. */
const holdsRefs = /\b(?:Shallow|Computed|Writable\w+)?Ref<|ReturnType<\s*typeof use[A-Z]/
/** The text of `defineProps<...>`; empty without one. */
function propsOf(text) {
  const start = text.indexOf('defineProps<')
  if (start < 0) return ''
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '<') depth += 1
    if (text[at] === '>' && text[at - 1] !== '=') depth -= 1
    if (text[at] === '>' && depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}
/** What a file says that a type is; empty: it does not declare it. */
function declarationOf(text, name) {
  const found = new RegExp(
    `^(?:export )?(?:interface ${name}\\b[\\s\\S]*?^\\}|type ${name}\\b[\\s\\S]*?(?=\\n\\n|$(?![\\s\\S])))`,
    'm',
  ).exec(text)
  return found?.[0] ?? ''
}

/**
 * The props that carry refs, as sentences. A screen's state is provided (`ui/provided-state.ts`), and components that several screens use
 * have plain props. `files` are paths with their text; a type is followed into the file that declares it.
 */
export function findRefProps(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return files
    .filter(({ path }) => path.endsWith('.vue'))
    .flatMap(({ path, text }) => {
      const props = propsOf(text)
      const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g)].flatMap(([, names, from]) =>
        names.split(',').map((name) => ({ name: name.replace(/^\s*type\s/, '').trim(), from })),
      )
      const carriers = imported.filter(({ name, from }) => {
        if (!new RegExp(`\\b${name}\\b`).test(props)) return false
        return holdsRefs.test(declarationOf(texts.get(posix.join(posix.dirname(path), from)) ?? '', name))
      })
      const names = [...(holdsRefs.test(props) ? ['a ref'] : []), ...carriers.map(({ name }) => name)]
      return names.map((name) => `${path}: a prop carries ${name}. Provide the state, or pass plain values.`)
    })
}

const declarationsOf = (body) => body.match(/[\w-]+: [^;]+(?=;)/g) ?? []
/** A rule without these can use the shared class too: their effect is the usual one. */
const isUsual = (declaration, declarations) =>
  declaration === 'grid-template-columns: minmax(0, 1fr)' ||
  (declarations.includes('flex: 1') && /^min-(width|height): 0$/.test(declaration))
const arranges =
  /^(display|flex|gap|align|justify|grid|min-width|min-height|margin|padding|overflow|text-align|white-space|text-overflow)/
const maxClasses = 4

/**
 * The rules of components that shared classes of `layout` (the text of ui/layout.css) replace, weights that are no token, and media
 * conditions that have no name, as sentences. Rules for all elements of a kind, and those that win over others by
 * their selector, are not meant.
 */
export function findStyles(files, layout) {
  const shared = [...layout.matchAll(/^\.(fc-[\w-]+) \{\n([^}]+)\}/gm)]
    .map(([, name, body]) => ({ name, declarations: declarationsOf(body) }))
    .filter(({ declarations }) => declarations.every((declaration) => arranges.test(declaration)))
  const replacedBy = (declarations) => {
    const fitting = shared.filter((one) =>
      one.declarations.every(
        (declaration) => declarations.includes(declaration) || isUsual(declaration, one.declarations),
      ),
    )
    const said = new Set(fitting.flatMap((one) => one.declarations))
    return declarations.every((declaration) => said.has(declaration)) ? fitting.map(({ name }) => name) : []
  }
  return files.flatMap(({ path, text }) => {
    const isComponent = path.endsWith('.vue')
    const start = isComponent ? text.search(/^<style/m) : 0
    if (start < 0) return []
    const styles = text.slice(start)
    const rules = isComponent ? [...styles.matchAll(/^(\.[a-z][\w-]*) \{\n((?: {2}[^{}\n]+;\n)+)\}/gm)] : []
    const arranging = rules.flatMap(([, selector, body]) => {
      const names = replacedBy(declarationsOf(body))
      return names.length > 0 && names.length <= maxClasses
        ? [`${path}: ${selector} only arranges. Use ${names.join(' ')} of ui/layout.css.`]
        : []
    })
    const weights = [...styles.matchAll(/font-weight: \d+;/g)].map(
      ([declaration]) => `${path}: ${declaration} Use a weight of ui/tokens.css.`,
    )
    const conditions = [...styles.matchAll(/@media ([^{]+) \{/g)]
      .filter(([, condition]) => /(width|height):/.test(condition))
      .map(([, condition]) => `${path}: @media ${condition} has no name. Use one of electron.vite.config.ts.`)
    return [...arranging, ...weights, ...conditions]
  })
}

function filesOf(folder, endings) {
  return (
    readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
      // A fixture is written once and stays as it is.
      .filter(
        (entry) =>
          entry.isFile() &&
          endings.test(entry.name) &&
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
  const files = ['src', 'test', 'bench'].flatMap((folder) => filesOf(folder, /\.(ts|vue)$/))
  const layout = readFileSync(inProject('src', 'renderer', 'ui', 'layout.css'), 'utf8')
  const styles = findStyles(filesOf('src/renderer', /\.(css|vue)$/), layout)
  const problems = [...findLongFiles(files), ...findRefProps(files), ...styles]
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'
  const code = await runPackage(cruiser, ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'])
  return code === 0 && problems.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) process.stdout.write(help)
  else process.exitCode = await checkStructure()
}

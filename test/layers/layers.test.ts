import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Runs the project's checks in a copy of its settings with a few files that break a rule, so that the real tree is not touched. */
const project = resolve('.')
let copy: string

const layers = ['contract', 'core', 'dispatch', 'host-kit', 'main', 'preload', 'web', 'cli', 'renderer', 'simulator']

/** Imports that the design allows. The other files import these. */
const allowed: Readonly<Record<string, string>> = {
  'src/contract/part.ts': "import { z } from 'zod'\nexport const Part = z.string()\n",
  'src/core/part.ts':
    "import { join } from 'node:path'\nimport { Part } from '../contract/part.ts'\nexport const core = join(Part.parse('a'))\n",
  'src/dispatch/part.ts': "import { Part } from '../contract/part.ts'\nexport const dispatch = Part.parse('a')\n",
  'src/host-kit/part.ts':
    "import { core } from '../core/part.ts'\nimport { dispatch } from '../dispatch/part.ts'\nimport { simulator } from '../simulator/part.ts'\nexport const kit = [core, dispatch, simulator]\n",
  'src/simulator/part.ts': "import { join } from 'node:path'\nexport const simulator = join('a')\n",
  'src/main/part.ts':
    "import { app } from 'electron'\nimport { core } from '../core/part.ts'\nimport { dispatch } from '../dispatch/part.ts'\nimport { kit } from '../host-kit/part.ts'\nexport const main = [app.name, core, dispatch, kit]\n",
  'src/web/part.ts':
    "import { core } from '../core/part.ts'\nimport { dispatch } from '../dispatch/part.ts'\nimport { kit } from '../host-kit/part.ts'\nexport const web = [core, dispatch, kit]\n",
  'src/cli/part.ts':
    "import { core } from '../core/part.ts'\nimport { kit } from '../host-kit/part.ts'\nexport const cli = [core, kit]\n",
  'src/preload/part.ts':
    "import { ipcRenderer } from 'electron'\nimport type { Part } from '../contract/part.ts'\nexport const preload = (part: typeof Part) => ipcRenderer.send(part.parse('a'))\n",
  'src/renderer/part.ts':
    "import { ref } from 'vue'\nimport { Part } from '../contract/part.ts'\nexport const title = ref(Part.parse(document.title))\n",
  'src/simulator/other.ts': 'export const other = 1\n',
  'test/part.ts': 'export {}\n',
}

type Refused = readonly [file: string, text: string, words: string]

/** Files that must be refused, with the message of the rule. */
const refusedByRules: readonly Refused[] = [
  ['src/contract/node.ts', "export { join } from 'node:path'", 'it may import zod and its own files only'],
  ['src/contract/core.ts', "export { core } from '../core/part.ts'", 'it may import zod and its own files only'],
  ['src/core/electron.ts', "export { app } from 'electron'", 'Core runs under plain Node'],
  ['src/core/deep/electron.ts', "export { app } from 'electron/main'", 'Core runs under plain Node'],
  ['src/core/vue.ts', "export { ref } from 'vue'", 'Core does not know the window'],
  ['src/core/main.ts', "export { main } from '../main/part.ts'", 'Layers are imported in one direction'],
  ['src/core/simulator.ts', "export * from '../simulator/part.ts'", 'Layers are imported in one direction'],
  ['src/dispatch/electron.ts', "export { app } from 'electron'", 'Core runs under plain Node'],
  ['src/dispatch/core.ts', "export { core } from '../core/part.ts'", 'Layers are imported in one direction'],
  ['src/dispatch/web.ts', "export { web } from '../web/part.ts'", 'Layers are imported in one direction'],
  ['src/renderer/core.ts', "export { core } from '../core/part.ts'", 'The window may import src/contract only'],
  [
    'src/renderer/features/deep/core.ts',
    "export * from '../../../core/part.ts'",
    'The window may import src/contract only',
  ],
  ['src/renderer/electron.ts', "export { ipcRenderer } from 'electron'", 'The window is sandboxed'],
  ['src/renderer/node.ts', "export { readFile } from 'node:fs'", 'The window is sandboxed'],
  ['src/preload/zod.ts', "export { z } from 'zod'", 'The preload has no dependencies'],
  ['src/preload/core.ts', "export { core } from '../core/part.ts'", 'The preload has no dependencies'],
  ['src/host-kit/electron.ts', "export { app } from 'electron'", 'All hosts share this folder'],
  ['src/host-kit/web.ts', "export { web } from '../web/part.ts'", 'All hosts share this folder'],
  ['src/core/host-kit.ts', "export { kit } from '../host-kit/part.ts'", 'Layers are imported in one direction'],
  ['src/web/electron.ts', "export { app } from 'electron'", 'The browser host runs where Electron is missing'],
  ['src/web/main.ts', "export { main } from '../main/part.ts'", 'A host serves the built window'],
  ['src/cli/electron.ts', "export { app } from 'electron'", 'The command line runs where Electron is missing'],
  ['src/cli/web.ts', "export { web } from '../web/part.ts'", 'A host imports no other host'],
  ['src/web/cli.ts', "export { cli } from '../cli/part.ts'", 'A host serves the built window'],
  ['src/core/cli.ts', "export { cli } from '../cli/part.ts'", 'Layers are imported in one direction'],
  ['src/main/renderer.ts', "export { title } from '../renderer/part.ts'", 'A host serves the built window'],
  [
    'src/simulator/contract.ts',
    "export { Part } from '../contract/part.ts'",
    'The practice service is an independent reading',
  ],
  [
    'src/simulator/deep/core.ts',
    "export { core } from '../../core/part.ts'",
    'The practice service is an independent reading',
  ],
  ['src/core/any.ts', 'export const loose: any = 1', 'Unexpected `any`'],
  ['src/core/swallow.ts', 'export const quiet = () => { try { atob("a") } catch {} }', 'Unexpected empty block'],
  [
    'src/core/floating-promise.ts',
    'const later = async () => 1\nexport function start(): void {\n  later()\n}',
    'Promises must be awaited',
  ],
  ['src/core/console.ts', 'console.log("a")', 'Unexpected console'],
]

/** Files that must be refused, with the code of the compiler. An import of electron above would bring the types of Node. */
const refusedByTypes: readonly Refused[] = [
  ['src/contract/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/contract/process.ts', 'export const system = process.platform', 'TS2591'],
  ['src/core/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/core/enum.ts', 'export enum Kind { A }', 'TS1294'],
  ['src/simulator/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/main/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/cli/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/web/dom.ts', 'export const title = document.title', 'TS2584'],
  ['src/renderer/node-types.ts', "export { readFile } from 'node:fs/promises'", 'TS2591'],
  ['src/renderer/process.ts', 'export const system = process.platform', 'TS2591'],
]

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
}

function runPackage(script: string, words: readonly string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'node_modules', ...script.split('/')), ...words],
    { cwd: copy, encoding: 'utf8' },
  )
  return { code: status, text: `${stdout}${stderr}` }
}

interface Linted {
  readonly file: string
  /** With the name of the rule or the code of the compiler before it, and the advice after it. */
  readonly message: string
}

/** What the linter refuses, by its rules and by types. */
function lint(words: readonly string[]): { code: number | null; refused: Linted[] } {
  const { code, text } = runPackage('oxlint/bin/oxlint', ['--format=json', ...words])
  const { diagnostics } = JSON.parse(text) as {
    diagnostics: { filename: string; code?: string; message: string; help?: string }[]
  }
  return {
    code,
    refused: diagnostics.map(({ filename, code: rule, message, help }) => ({
      file: filename,
      message: `${rule ?? ''} ${message} ${help ?? ''}`,
    })),
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'forecourt-layers-'))
  for (const file of [
    'package.json',
    '.oxlintrc.json',
    '.dependency-cruiser.mjs',
    'tsconfig.json',
    'tsconfig.base.json',
  ]) {
    cpSync(join(project, file), join(copy, file))
  }
  for (const folder of [...layers.map((layer) => `src/${layer}`), 'test']) {
    mkdirSync(join(copy, folder), { recursive: true })
    cpSync(join(project, folder, 'tsconfig.json'), join(copy, folder, 'tsconfig.json'))
  }
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction')
  write(allowed)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the layers', () => {
  it('are all listed in this test', () => {
    const folders = readdirSync(join(project, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...layers].toSorted())
  })

  it('accept what the design allows', () => {
    expect(lint(['src'])).toEqual({ code: 0, refused: [] })
  })
})

describe.each([
  ['rules', refusedByRules],
  ['types', refusedByTypes],
])('the linter refuses by its %s', (_, refused) => {
  let linted: ReturnType<typeof lint>
  beforeAll(() => {
    write(Object.fromEntries(refused.map(([file, text]) => [file, `${text}\n`])))
    const files = refused.map(([file]) => file)
    // One run for all files: a start of the linter costs more than a file.
    linted = lint(files)
    for (const file of files) rmSync(join(copy, file))
  })

  it('with an exit code that fails the checks', () => expect(linted.code).toBe(1))

  it.each(refused)('%s', (file, _text, words) => {
    const messages = linted.refused.filter((each) => each.file === file).map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringContaining(words))
  })
})

describe('the check of imports', () => {
  let text: string
  beforeAll(() => {
    const files = {
      'src/core/sightings/sightings.ts': "export { inner } from './inner.ts'\n",
      'src/core/sightings/inner.ts': 'export const inner = 1\n',
      'src/core/webhooks/offered.ts': "export { inner } from '../sightings/sightings.ts'\n",
      'src/core/webhooks/reaching.ts': "export { inner } from '../sightings/inner.ts'\n",
      'src/core/market/market.ts': 'export const market = 1\n',
    }
    write(files)
    const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src']
    text = runPackage('dependency-cruiser/bin/dependency-cruiser.mjs', words).text
    for (const file of Object.keys(files)) rmSync(join(copy, file))
  })

  it('refuses an import from the inside of another folder of core', () => {
    expect(text).toContain('inside-of-sightings: src/core/webhooks/reaching.ts')
    expect(text).not.toContain('offered.ts')
  })

  it('refuses a file that a folder of core offers and no other folder imports', () => {
    expect(text).toContain('unused-offer-of-market: src/core/market/market.ts')
    expect(text).not.toContain('unused-offer-of-sightings')
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const main = resolve('out/main')

/** The files that a file of the build imports before it runs. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^"'\n]*["'](\.[^"'\n]+\.js)["']/gm)].map(
    ([, imported = '']) => resolve(dirname(file), imported),
  )

/** A file of the build with all that it imports before it runs, and the source of each. */
function withImports(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  found.set(file, readFileSync(file, 'utf8'))
  for (const imported of importsOf(file)) withImports(imported, found)
  return found
}

/** The files with the schemas of the methods, which are created with the first call of a domain (src/contract/methods.ts). */
function methodFiles(code: readonly (readonly [file: string, source: string])[]): string[] {
  const [file, source] = code.find((each) => each[1].includes('The contract has no method')) ?? ['', '']
  const domains = /domains = \{([^]*?)\n\}/.exec(source)?.[1] ?? ''
  const files = [...domains.matchAll(/import\("(\.[^"]+)"\)/g)].map(([, imported = '']) =>
    resolve(dirname(file), imported),
  )
  expect(files.length).toBeGreaterThan(30)
  return files
}

const chunkOf = (name: string): string =>
  resolve(main, 'chunks', readdirSync(resolve(main, 'chunks')).find((file) => file.startsWith(`${name}-`)) ?? '')

it.each([
  ['the desktop', resolve(main, 'index.js')],
  ['the browser host', chunkOf('serve')],
])(
  '%s starts without the practice service, the writers of workbooks, the checks of spreadsheets, bulk look-ups, backups and the team',
  (_, entry) => {
    const code = [...withImports(entry)]
    const bytes = code.reduce((sum, [, source]) => sum + source.length, 0)
    // On failure the sizes show where to look.
    expect(bytes > 2_050_000 ? code.map(([file, source]) => [relative(main, file), source.length]) : []).toEqual([])
    expect(bytes).toBeGreaterThan(500_000)
    // Each file costs as much as 30 KB of code.
    expect(code.length).toBeLessThan(30)
    expect(code.map(([file]) => file).filter((file) => methodFiles(code).includes(file))).toEqual([])
    // A constant of the team's encryption.
    expect(code.filter(([, source]) => source.includes('forecourt team entry')).map(([file]) => file)).toEqual([])
  },
)

it('the thread of a draft starts without the writer of workbooks and the parser of any text', () => {
  const code = [...withImports(resolve(main, 'draft-worker.js'))]
  const bytes = code.reduce((sum, [, source]) => sum + source.length, 0)
  expect(bytes > 1_150_000 ? code.map(([file, source]) => [relative(main, file), source.length]) : []).toEqual([])
  expect(bytes).toBeGreaterThan(300_000)
})

it('the browser host loads little before its cache of compiled code is on', () => {
  const code = [...withImports(resolve(main, 'browser-host.js')).values()]
  expect(code.reduce((sum, source) => sum + source.length, 0)).toBeLessThan(40_000)
})

it('the process that reads files loads little for its first file', () => {
  const code = [...withImports(chunkOf('reader-service'))]
  expect(code.reduce((sum, [, source]) => sum + source.length, 0)).toBeLessThan(270_000)
  expect(code.length).toBeLessThan(20)
})

it('no two files of the build import each other, also not by others between them', () => {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const importing = files.filter((file) =>
    importsOf(resolve(main, file)).some((imported) => withImports(imported).has(resolve(main, file))),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(importing).toEqual([])
})

import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'
import { inProject } from './project.mjs'

const help = `Compiles src/wasm (AssemblyScript) to WebAssembly, and writes it into the module of core that loads it.

  npm run wasm
  npm run wasm -- --check    only says, by its exit code, whether the module is that of the source
`

const source = 'record-scanner.ts'
const target = 'src/core/drafts/reading/record-scanner-code.ts'

/** The module of core with the compiled source, as text. */
async function compiledScanner() {
  let code = new Uint8Array()
  const { error, stderr } = await asc.main(
    [
      source,
      '--outFile',
      'code.wasm',
      '-O3',
      '--converge',
      '--noAssert',
      '--runtime',
      'stub',
      '--importMemory',
      '--enable',
      'simd',
      '--disable',
      'bulk-memory',
    ],
    {
      readFile: (name) => (name === source ? readFileSync(inProject('src/wasm', name), 'utf8') : null),
      writeFile: (name, contents) => void (name === 'code.wasm' && (code = contents)),
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
  return `/** Made from src/wasm/${source} by \`npm run wasm\`: WebAssembly in Base64. */
export const recordScannerCode =
  '${Buffer.from(code).toString('base64')}'
`
}

if (process.argv.includes('--help')) process.stdout.write(help)
else if (process.argv.includes('--check')) {
  process.exitCode = readFileSync(inProject(target), 'utf8') === (await compiledScanner()) ? 0 : 1
} else writeFileSync(inProject(target), await compiledScanner())

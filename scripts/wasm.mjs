import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'
import { inProject } from './project.mjs'

const help = `Compiles src/wasm (AssemblyScript) to WebAssembly, and writes it into the modules of core that load it.

  npm run wasm
  npm run wasm -- --check    only says, by its exit code, whether the modules are those of the sources
`

/** Where the compiled code of each source stands. */
const modules = [
  { source: 'record-scanner.ts', name: 'recordScannerCode', target: 'src/core/drafts/reading/record-scanner-code.ts' },
  { source: 'upload-rows.ts', name: 'uploadRowsCode', target: 'src/core/drafts/engine/upload-rows-code.ts' },
  { source: 'block-scanner.ts', name: 'blockScannerCode', target: 'src/core/drafts/packed/block-scanner-code.ts' },
]

/** The module of core with the compiled source, as text. */
async function compiledModule({ source, name }) {
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
      readFile: (file) => {
        const path = inProject('src/wasm', file)
        return existsSync(path) ? readFileSync(path, 'utf8') : null
      },
      writeFile: (file, contents) => void (file === 'code.wasm' && (code = contents)),
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
  return `/** Made from src/wasm/${source} by \`npm run wasm\`: WebAssembly in Base64. */
export const ${name} =
  '${Buffer.from(code).toString('base64')}'
`
}

if (process.argv.includes('--help')) process.stdout.write(help)
else {
  for (const module of modules) {
    const text = await compiledModule(module)
    const path = inProject(module.target)
    if (!process.argv.includes('--check')) writeFileSync(path, text)
    else if (readFileSync(path, 'utf8') !== text) process.exitCode = 1
  }
}

import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { build, type InlineConfig, type Rolldown } from 'vite'
import windowConfig from './scripts/vite.window.config.ts'

/** Builds run in the project's folder. */
const source = (path: string): string => resolve('src', path)

const programs = {
  index: source('main/index.ts'),
  // Not part of the package: `npm start` runs the first where Electron has no window, `npm run cli` the second.
  'browser-host': source('web/command.ts'),
  'command-line': source('cli/command.ts'),
  // The same in the package, where the main bundle runs a command without a window.
  'packaged-command': source('cli/packaged-command.ts'),
}

/** Threads and the process that reads files are files of their own beside the program. */
export const threads = {
  'draft-worker': source('core/drafts/worker/draft-worker.ts'),
  'database-worker': source('core/updating/database-worker.ts'),
  'file-reader': source('core/drafts/file-process/reader-process.ts'),
}

/** Native modules stay outside: everything else is part of a bundle, so the package needs no other module (electron-builder.yml). */
const external = ['better-sqlite3-multiple-ciphers', 'keytar']

/** What every start needs is one file: to load 150 small ones takes a fifth of the CPU of a start. */
export const inOneFile: Rolldown.OutputOptions = {
  codeSplitting: { groups: [{ name: 'start', tags: ['$initial'], minShareCount: 2 }] },
}

/** How code that runs under Node is bundled into `outDir`, beside what is there. */
export const nodeBundle = (
  outDir: string,
  input: Record<string, string>,
  output: Rolldown.OutputOptions = {},
): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: false,
    rolldownOptions: {
      input,
      output: { ...output, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})

export default defineConfig({
  main: {
    define: { UPDATE_FEED: JSON.stringify(process.env.FORECOURT_UPDATE_FEED ?? '') },
    plugins: [
      {
        name: 'threads',
        // Apart from the programs: together, the first file of each would have what only the other needs.
        async writeBundle({ dir }) {
          await build(nodeBundle(dir ?? '', threads))
        },
      },
    ],
    build: {
      externalizeDeps: false,
      rolldownOptions: { external, input: programs, output: inOneFile },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is one plain script: its require knows electron and three more, and no import.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: source('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: windowConfig,
})

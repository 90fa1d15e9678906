import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { oneByteCode } from './vite.one-byte-code.ts'
import { chunksOfStarts, threads } from './vite.start-chunks.ts'
import windowConfig from './vite.window.config.ts'

const source = (path: string): string => resolve(import.meta.dirname, 'src', path)

const programs = {
  index: source('main/index.ts'),
  // Not part of the package: `npm start` runs the first where Electron has no window, `npm run cli` the second.
  'browser-host': source('web/command.ts'),
  'command-line': source('cli/command.ts'),
  // The same in the package, where the main bundle runs a command without a window.
  'packaged-command': source('cli/packaged-command.ts'),
}

/** What the browser host and the command line load when they have read their arguments, and the reader process with its first file. */
const programsLater = [source('web/serve.ts'), source('cli/run-command.ts')]
const threadsLater = [source('core/drafts/file-process/reader-service.ts')]

export default defineConfig({
  main: {
    plugins: [oneByteCode()],
    define: { UPDATE_FEED: JSON.stringify(process.env.FORECOURT_UPDATE_FEED ?? '') },
    build: {
      // Everything is part of the bundle except native modules, so the package needs no other module (electron-builder.yml).
      externalizeDeps: false,
      rolldownOptions: {
        external: ['better-sqlite3-multiple-ciphers', 'keytar'],
        input: { ...programs, ...threads },
        output: {
          codeSplitting: {
            groups: [
              chunksOfStarts(
                [...Object.values(programs), ...programsLater],
                [...Object.values(threads), ...threadsLater],
              ),
            ],
          },
        },
      },
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

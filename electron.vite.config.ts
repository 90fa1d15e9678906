import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import windowConfig from './scripts/vite.window.config.ts'

const source = (path: string): string => resolve(import.meta.dirname, 'src', path)

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

export default defineConfig({
  main: {
    define: { UPDATE_FEED: JSON.stringify(process.env.FORECOURT_UPDATE_FEED ?? '') },
    build: {
      // Everything is part of the bundle except native modules, so the package needs no other module (electron-builder.yml).
      externalizeDeps: false,
      rolldownOptions: {
        external: ['better-sqlite3-multiple-ciphers', 'keytar'],
        input: { ...programs, ...threads },
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

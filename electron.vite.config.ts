import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import windowConfig from './vite.window.config.ts'

const source = (path: string): string => resolve(import.meta.dirname, 'src', path)

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        // The thread that reads spreadsheets is a file of its own beside the program.
        input: { index: source('main/index.ts'), 'draft-worker': source('core/drafts/worker/draft-worker.ts') },
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

import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { windowConfig } from '../../../electron.vite.config.ts'

/** The page of the screens, built as the window is. */
export default defineConfig({
  ...windowConfig,
  root: import.meta.dirname,
  logLevel: 'error',
  build: {
    ...windowConfig.build,
    outDir: resolve(import.meta.dirname, '../../../.cache/screens'),
    // Names in stack traces.
    minify: false,
  },
})

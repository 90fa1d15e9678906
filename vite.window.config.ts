import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import type { UserConfig } from 'vite'
import { thirdPartyNotices } from './scripts/third-party-notices.mjs'

/** How the window is built, for both hosts alike. */
const windowConfig: UserConfig = {
  root: resolve(import.meta.dirname, 'src/renderer'),
  base: './',
  plugins: [vue(), thirdPartyNotices()],
  build: {
    outDir: resolve(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    // Chromium of Electron 45, and the browsers of the last year or so.
    target: 'es2023',
    // A font or script as a data: address would be refused by the window's policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // Schemas of the contract that a chunk does not use are left out of it, and with them the schema library.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
}

export default windowConfig

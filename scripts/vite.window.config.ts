import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import type { CSSOptions, UserConfig } from 'vite'
import { preloadShell } from './preload-shell.mjs'
import { thirdPartyNotices } from './third-party-notices.mjs'

/** The sizes of the window at which styles change, by name: `@media (--narrow)`. Other conditions are refused (npm run structure). */
const mediaConditions: Readonly<Record<string, string>> = {
  roomy: '(min-width: 1500px)',
  medium: '(max-width: 1180px)',
  narrow: '(max-width: 820px)',
  // 400 % zoom.
  tiny: '(max-width: 480px)',
  short: '(max-height: 899px)',
  low: '(max-height: 600px)',
}

/** Writes the named conditions of a style rule out. */
function namedConditions(): NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number] {
  return {
    postcssPlugin: 'named-conditions',
    AtRule: {
      media(rule) {
        rule.params = rule.params.replaceAll(/\(--(\w+)\)/g, (_, name: string) => {
          const condition = mediaConditions[name]
          if (condition === undefined) throw rule.error(`There is no media condition "${name}".`)
          return condition
        })
      },
    },
  }
}

/** How the window is built, for both hosts alike. Builds run in the folder of the project. */
const windowConfig: UserConfig = {
  root: resolve('src/renderer'),
  base: './',
  plugins: [vue(), thirdPartyNotices(), preloadShell()],
  css: { postcss: { plugins: [namedConditions()] } },
  build: {
    outDir: resolve('out/renderer'),
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    // Chromium of Electron 45, and the browsers of the last year or so.
    target: 'es2023',
    // A font or script as a data: address would be refused by the window's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // Schemas of the contract that a chunk does not use are left out of it, and with them the schema library.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // A group includes what its files import, so these are few requests instead of a hundred.
            // Not part of the shell, or the entry would import the shell before it has set the policy up (renderer/main.ts).
            // With the first calls: where a tool records who makes a call, as in a test, all of the caller's file is read once more.
            {
              name: 'loading',
              test: /vite[\\/]preload-helper|rolldown[\\/]runtime|app[\\/]window-bridge/,
              priority: 3,
            },
            { name: 'shell', test: /[\\/]src[\\/]renderer[\\/]app[\\/](start\.ts|StartPage\.vue)/, priority: 2 },
            {
              name: 'kit',
              test: /[\\/](src[\\/]renderer[\\/]ui|naive-ui|@lucide)[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
}

export default windowConfig

import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { build, type CSSOptions, type InlineConfig, type Rolldown, type UserConfig } from 'vite'
import { preloadShell } from './scripts/preload-shell.mjs'
import { thirdPartyNotices } from './scripts/third-party-notices.mjs'

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

/** Core imports some schemas at its start that dispatch loads with the first call. That is no mistake. */
const checks: Rolldown.InputOptions['checks'] = { ineffectiveDynamicImport: false }

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
      checks,
      output: { ...output, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})

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

/** How the window is built, for both hosts alike. */
export const windowConfig: UserConfig = {
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
      rolldownOptions: { external, input: programs, checks, output: inOneFile },
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

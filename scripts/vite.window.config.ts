import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import type { CSSOptions, Plugin, UserConfig } from 'vite'
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

const kitFolder = resolve('src/renderer/ui').replaceAll('\\', '/')
/** The import of each component that templates name without import, as `ui/kit.ts` lists them. */
const kit = new Map(
  [...readFileSync(`${kitFolder}/kit.ts`, 'utf8').matchAll(/^export \{ (default as )?(\w+) \} from '(.+)'$/gm)].map(
    ([, isDefault, name = '', from = '']) => [
      name,
      `import { ${isDefault ? 'default' : name} as Kit${name} } from '${from.replace(/^\.(?=\/)/, kitFolder)}';`,
    ],
  ),
)

/** Imports components of the kit where templates name them. Registered with the app, all of them would be in the first script. */
const kitByName: Plugin = {
  name: 'kit-by-name',
  transform(code, id) {
    if (!/\.vue(\?|$)/.test(id)) return null
    const imports: string[] = []
    const resolved = code.replaceAll(/\b_?resolveComponent\("(\w+)"\)/g, (call, name: string) => {
      const source = kit.get(name)
      if (source === undefined) return call
      imports.push(source)
      return `Kit${name}`
    })
    // All in the first line, so that the source map stays right.
    return imports.length > 0 ? { code: imports.join('') + resolved, map: null } : null
  },
}

/** How the window is built, for both hosts alike. Builds run in the folder of the project. */
const windowConfig: UserConfig = {
  root: resolve('src/renderer'),
  base: './',
  plugins: [vue(), kitByName, thirdPartyNotices(), preloadShell()],
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

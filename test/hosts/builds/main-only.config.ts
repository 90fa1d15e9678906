import { relative, resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import config from '../../../electron.vite.config.ts'

if (typeof config !== 'object' || !('main' in config)) throw new Error('The settings of the build have another form.')
const { build, ...main } = config.main ?? {}
const { input, ...options } = build?.rolldownOptions ?? {}

/** electron-vite makes one module of this file and the settings, so their paths begin in this folder. */
const inProject = (path: string): string => resolve(relative(import.meta.dirname, path))

/** Builds the main bundle alone, into the folder that `TEST_OUT` names. */
export default defineConfig({
  main: {
    ...main,
    build: {
      ...build,
      outDir: process.env.TEST_OUT,
      rolldownOptions: {
        ...options,
        input: Object.fromEntries(Object.entries(input ?? {}).map(([name, path]) => [name, inProject(path)])),
      },
    },
  },
})

import { defineConfig } from 'electron-vite'
import config from '../../../electron.vite.config.ts'

if (typeof config !== 'object' || !('main' in config)) throw new Error('The settings of the build have another form.')

/** Builds the main bundle alone, into the folder that `TEST_OUT` names. */
export default defineConfig({
  main: { ...config.main, build: { ...config.main?.build, outDir: process.env.TEST_OUT } },
})

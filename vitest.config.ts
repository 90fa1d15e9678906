import { defineConfig } from 'vitest/config'
import vue from '@vitejs/plugin-vue'

/** One project a question: see test/README.md. */
const project = (name: string, timeoutMs: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    environment: 'node',
  },
})

export default defineConfig({
  plugins: [vue()],
  test: {
    // Most tests wait for a browser, a disk or a clock: two at a time take little more than half the time, on two processors as on more.
    maxWorkers: 2,
    projects: [
      project('unit', 10_000),
      project('simulator', 30_000),
      project('service', 60_000),
      project('hosts', 60_000),
      project('keychain', 60_000),
      project('layers', 120_000),
      project('window', 120_000),
    ],
  },
})

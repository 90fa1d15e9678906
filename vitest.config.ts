import { defineConfig } from 'vitest/config'
import vue from '@vitejs/plugin-vue'

/** One project a question: see test/README.md. */
const project = (name: string, timeoutMs: number, more: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    environment: 'node',
    // What is waited for comes when it comes: on a busy machine not within the second that is the default.
    expect: { poll: { timeout: timeoutMs / 2 } },
    ...more,
  },
})

export default defineConfig({
  plugins: [vue()],
  test: {
    // Unless told otherwise: two browsers beside each other take the processor from each other just when a person would act.
    maxWorkers: 1,
    projects: [
      project('unit', 10_000),
      project('simulator', 30_000),
      project('service', 60_000),
      project('hosts', 60_000),
      project('keychain', 60_000),
      project('layers', 120_000),
      // Its pictures of a failure are taken before the test itself tidies up: the hooks in the order in which they are named.
      project('window', 120_000, { setupFiles: ['test/window/setup.ts'], sequence: { hooks: 'list' } }),
    ],
  },
})

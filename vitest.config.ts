import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import vue from '@vitejs/plugin-vue'

/** `npm run test:long`: generated tests have more cases, and the files `*.long.test.ts` run as well. */
const isLong = process.env.FORECOURT_LONG === '1'
const longFactor = isLong ? 30 : 1

/** Property tests draw their values from this seed: another one in each run, or the one that is given. */
const propertySeed = process.env.FORECOURT_SEED ?? String(randomInt(2 ** 31))
process.stdout.write(`Property tests use seed ${propertySeed}. To repeat this run: FORECOURT_SEED=${propertySeed}\n`)

/** One project for each question: see test/README.md. */
const project = (
  name: string,
  timeoutMs: number,
  { exclude = [], ...more }: { readonly exclude?: readonly string[] } & Record<string, unknown> = {},
) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: isLong ? [...exclude] : [...exclude, '**/*.long.test.ts'],
    testTimeout: timeoutMs * longFactor,
    hookTimeout: timeoutMs,
    environment: 'node',
    // V8's baseline compiler sometimes leaves a broken pointer on the stack, and the next collection ends the process (nodejs/node#62393).
    execArgv: ['--no-sparkplug'],
    // On a busy machine the default of one second is too short.
    expect: { poll: { timeout: timeoutMs / 2 } },
    ...more,
  },
})

/**
 * Unit tests that cannot share a process: they replace modules, or fill the memory of a thread on purpose, which can end the process.
 */
const aloneTests = [
  'core/backups/automatic-backups',
  'core/drafts/file-process/file-reader',
  'core/drafts/long-cells',
  'core/drafts/worker/draft-thread',
  'core/storage/replace-key',
  'core/team/crypto/invitation',
  'host-kit/reader-thread',
].map((name) => `test/unit/${name}.test.ts`)

/** Tests of the hosts that replace Electron's modules in their own process. */
const electronTests = ['login-item', 'reader-process', 'service-fetch', 'updater-trust'].map(
  (name) => `test/hosts/${name}.test.ts`,
)

const propertyTests = { setupFiles: ['test/property-seed.ts'], env: { FORECOURT_PROPERTY_SEED: propertySeed } }

const unitTests = {
  ...propertyTests,
  setupFiles: [...propertyTests.setupFiles, 'test/cheap-passwords.ts'],
}

/** All files in one process: a process and its modules for each file are a third to a half of the CPU. */
const inOneProcess = (...setupFiles: readonly string[]) => ({
  setupFiles: [...setupFiles, 'test/shared-process.ts'],
  isolate: false,
})

/** All files share one Chromium. Hooks run in the order in which they are written: the picture of a failure is taken before the test closes its window. */
const windowTests = { ...inOneProcess('test/window/setup.ts'), sequence: { hooks: 'list' } }
const tourTest = 'test/window/tour.test.ts'

export default defineConfig({
  plugins: [vue()],
  test: {
    // The default: two browsers at a time slow each other down, and window tests then time out.
    maxWorkers: 1,
    projects: [
      project('unit', 180_000, { ...unitTests, ...inOneProcess(...unitTests.setupFiles), exclude: aloneTests }),
      project('unit-alone', 180_000, { ...unitTests, include: aloneTests }),
      project('simulator', 60_000, { ...propertyTests, ...inOneProcess(...propertyTests.setupFiles) }),
      project('service', 120_000, inOneProcess('test/cheap-passwords.ts')),
      // A round waits for its processes, not for time: only a machine that stands still reaches the limit.
      project('torture', 600_000),
      // Each file starts a server, which takes half a minute on a busy machine.
      project('postgres', 120_000, inOneProcess('test/cheap-passwords.ts')),
      project('hosts', 120_000, { ...inOneProcess('test/hosts/setup.ts'), exclude: electronTests }),
      project('hosts-alone', 120_000, { include: electronTests }),
      project('keychain', 60_000),
      project('layers', 120_000),
      project('window', 120_000, { ...windowTests, exclude: [tourTest] }),
      project('screens', 120_000, { ...windowTests, globalSetup: 'test/screens/built-page.ts' }),
      // The longest file by far. As a suite of its own it runs beside the others of `window`.
      project('tour', 120_000, { ...windowTests, include: [tourTest] }),
    ],
  },
})

/**
 * One run of a program that exports everything to a folder, and kills itself when some files are finished and the next one is being
 * written. Its arguments are JSON.
 */
import { openExports } from './data-export-parts.ts'

export interface ExportLife {
  readonly folder: string
  readonly key: string
  readonly target: string
  /** How many files are finished when it kills itself. */
  readonly files: number
}

const life = JSON.parse(process.argv[2] ?? '') as ExportLife
const { signal } = new AbortController()
const { exports } = openExports(life.folder, life.key)
const { handlers } = exports
const { folder } = await handlers.chooseFolder({ path: life.target }, signal)
await handlers.start(
  {
    folder: folder ?? '',
    name: 'all',
    format: 'csv',
    connectionId: null,
    includeDoNotContactNumbers: false,
  },
  signal,
)
for (;;) {
  const { last: own } = await handlers.status({}, signal)
  if (own?.state !== 'running') throw new Error(`The export is ${own?.state}`)
  if (own.files >= life.files) process.kill(process.pid, 'SIGKILL')
  await new Promise((done) => setImmediate(done))
}

import type { GivenFolder } from './measurement.ts'
import { startCore } from './measurements/start.ts'

if (import.meta.main) {
  const given = JSON.parse(process.argv[2] ?? '{}') as GivenFolder
  process.stdout.write(`${JSON.stringify(await startCore(given))}\n`)
}

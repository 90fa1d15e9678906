import { startCore } from './measurements/start.ts'

if (import.meta.main) process.stdout.write(`${JSON.stringify(await startCore({}))}\n`)

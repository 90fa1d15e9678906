import { startPracticeService } from '../src/simulator/service.ts'
import { madeCustomers } from './made-files.ts'

/**
 * The practice service as a process: `node service.ts <customers>` fills it, says where it is on one line, and runs until its stdin
 * ends. Nothing is processed and nobody is seen while it is measured: its own work would blur the client's.
 */
const count = Number(process.argv[2] ?? 0)
const service = await startPracticeService({ customersPerSecond: Number.POSITIVE_INFINITY })
Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
for (const customers of madeCustomers(count, 5_000)) {
  const answer = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', enable_rego_lookups: false, customers }),
  })
  if (!answer.ok) throw new Error(`The practice service refused its customers: ${answer.status}`)
  await service.control.waitUntil('the queue is empty', () => service.control.queuedCustomers() === 0 || undefined)
}
service.control.settings.customersPerSecond = 0
process.stdout.write(`${JSON.stringify({ url: service.url, apiKey: service.apiKey })}\n`)
process.stdin.resume().once('end', () => void service.stop())

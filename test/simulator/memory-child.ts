import { request, Agent } from 'node:http'
import { startPracticeService } from '../../src/simulator/service.ts'

/**
 * A process of its own (`--expose-gc`), so that what is measured is the service's memory: says in one line of JSON how many bytes were in use after
 * each round of malformed requests, and the highest status.
 */
const [rounds = 4, perRound = 1_250] = process.argv.slice(2).map(Number)
const service = await startPracticeService({ customersPerSecond: Number.POSITIVE_INFINITY })
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const paths = [
  '/v2/vehicles?region=au&search=%',
  '/v2/vehicles/registrations/%E0%A4%A?region=au',
  '/v2/recapture/upload?region=au',
  '/v2/recapture/upload/%00?region=zz',
  '/v2/recapture/customers?region=au&limit=-1',
  '/v2/webhooks',
  '/v2/sourcing/market_overlay/x?region=au&minimum_days=1e9',
  '/auth-broker/request-token',
]
const bodies = ['{', '[]', '{"customers":[]}', '{"customers":[{"rego":7}]}', 'null', '\u0000', 'x'.repeat(100_000), '']
const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'PROPFIND']

function send(at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = methods[at % methods.length] ?? 'GET'
    const sent = request(
      `${service.url}${paths[at % paths.length]}${at % 3 === 0 ? `&unknown=${at}` : ''}`,
      {
        agent,
        method,
        headers: {
          ...(at % 5 === 0 ? {} : { ApiKey: service.apiKey }),
          'Content-Type': at % 7 === 0 ? `text/x-${at}` : 'application/json',
          'X-Word': String(at),
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : bodies[at % bodies.length])
  })
}

let highest = 0
let at = 0
const bytes: number[] = []
for (let round = 0; round < rounds; round += 1) {
  for (let sent = 0; sent < perRound; sent += 25) {
    const statuses = await Promise.all(Array.from({ length: 25 }, () => send((at += 1))))
    highest = Math.max(highest, ...statuses)
  }
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  bytes.push(heapUsed + external)
}
process.stdout.write(JSON.stringify({ bytes, highest, requests: at }))
agent.destroy()
await service.stop()

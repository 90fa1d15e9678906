import { parseArgs } from 'node:util'
import { startPracticeService } from './service.ts'

const help = `The practice service: the vehicle data service's interface, simulated, on 127.0.0.1.

  node src/simulator/command.ts [--port N] [--control-port N] [--seed S] [--speed CUSTOMERS_PER_SECOND] [--owners N]

  --port N           the port to listen on; any free one by default
  --control-port N   the port of the controls; any free one by default
  --seed S           a whole number: same seed and calls, same answers; 1 by default
  --speed N          uploaded customers processed per second, or "at-once"; 40 by default
  --owners N         made-up past customers to start with; none by default
  --help             show this help

The first line on stdout is JSON: url, apiKey, clientId, clientSecret, controlUrl, controlToken. Everything is stored in memory
and lost when the service stops. Stop it with SIGINT or SIGTERM.`

function whole(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new Error(`--${name} must be a whole number up to ${most}`)
  return value
}

function speedOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text === 'at-once') return Number.POSITIVE_INFINITY
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0))
    throw new Error('--speed must be a number of customers a second, or "at-once"')
  return value
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'control-port': { type: 'string' },
      seed: { type: 'string' },
      speed: { type: 'string' },
      owners: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(help)
    return
  }
  const service = await startPracticeService({
    port: whole(values.port, 'port', 65_535),
    controlPort: whole(values['control-port'], 'control-port', 65_535),
    seed: whole(values.seed, 'seed', Number.MAX_SAFE_INTEGER),
    customersPerSecond: speedOf(values.speed),
    owners: whole(values.owners, 'owners', 100_000),
    log: (line) => console.error(line),
  })
  const { url, apiKey, clientId, clientSecret, controlUrl, controlToken } = service
  console.log(JSON.stringify({ url, apiKey, clientId, clientSecret, controlUrl, controlToken }))
  const end = (): void => {
    void service.stop()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('Try --help.')
  process.exitCode = 1
}

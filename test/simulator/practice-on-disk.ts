/** A practice service with a store on disk, in a process of its own that a test can kill: arguments are path, key and speed. */
import { startPracticeService } from '../../src/simulator/service.ts'

const [path, key, speed] = process.argv.slice(2)
if (!path || !key || !speed) throw new Error('Arguments: path, key, speed')
const service = await startPracticeService({ store: { path, key }, customersPerSecond: Number(speed) })
service.control.settings.errorShare = 0.05
const { url, apiKey, clientId, clientSecret } = service
process.stdout.write(`${JSON.stringify({ url, apiKey, clientId, clientSecret })}\n`)

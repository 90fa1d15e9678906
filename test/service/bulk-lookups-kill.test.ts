import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BulkItem } from '../../src/contract/bulk-lookups.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { kills } from '../runs.ts'
import type { BulkLife } from './bulk-child.ts'
import { isAnswered } from './bulk-parts.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'

const plates = 120
const deaths = kills(7)
/** A life has more moments until it is over. */
const momentsOfLife = 30

/** Runs the program once; `meanwhile` can kill it from outside. */
async function live(
  life: BulkLife,
  meanwhile?: (kill: () => void) => Promise<void>,
): Promise<{ signal: string | null; told: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bulk-child.ts'), JSON.stringify(life)])
  let told = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => void (told += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  const outside = meanwhile?.(() => void child.kill('SIGKILL'))
  const [code, signal] = await closed
  await outside
  if (signal === null && code !== 0) throw new Error(`A life ended with ${code}: ${complaints}`)
  return { signal, told }
}

it(
  'pays no plate of a bulk look-up twice, and answers or lists all, when the program is killed',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-bulk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const far = await startFarService()
    const random = seededNumbers(seedOfRun)
    const life = {
      path: join(folder, 'forecourt.db'),
      key: '5a'.repeat(32),
      baseUrl: far.url,
      apiKey: far.apiKey,
      plates,
    }
    for (let death = 0; death < deaths; death += 1) {
      // A moment that cannot be counted inside the program: the answer was made, and is not sent yet.
      if (death % 2 === 1) {
        const held = far.control.holdNext({ path: '/v2/vehicles/registrations/:number_plate', after: 'effect' })
        const { signal } = await live({ ...life, dieAt: null }, async (kill) => {
          await held.arrived
          kill()
        })
        held.release()
        if (signal !== 'SIGKILL') throw new Error('It ended before its death: give it more plates')
      } else {
        const { signal } = await live({ ...life, dieAt: 1 + Math.floor(random() * momentsOfLife) })
        if (signal !== 'SIGKILL') throw new Error('It ended before its death: give it more plates')
      }
    }
    const { told } = await live({ ...life, dieAt: null })
    const rows = JSON.parse(told) as BulkItem[]
    const effects = ({ query }: BulkItem): number =>
      far.control.calls.count({ path: `/v2/vehicles/registrations/${query}` })
    expect(rows).toHaveLength(plates)
    expect(rows.filter((item) => effects(item) > 1)).toEqual([])
    expect(rows.filter((item) => isAnswered(item) && effects(item) !== 1)).toEqual([])
    expect(rows.filter((item) => !isAnswered(item) && item.status !== 'unsure')).toEqual([])
    // Two at a time were under way when it was killed.
    const unsure = rows.filter(({ status }) => status === 'unsure').length
    expect(unsure).toBeGreaterThanOrEqual(deaths / 2 - 1)
    expect(unsure).toBeLessThanOrEqual(deaths * 2)
  },
)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/core/database/database.ts'
import type { UploadSummary } from '../../src/contract/uploads.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { kills } from '../runs.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'
import type { Life } from './upload-child.ts'
import { connectionId } from './upload-parts.ts'

const rows = 480
const post = { method: 'POST', path: '/v2/recapture/upload' } as const
const key = '5a'.repeat(32)

let folder: string
let service: PracticeService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-kill-'))
  service = await startPracticeService({ customersPerSecond: 600 })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the program once; `meanwhile` can kill it from outside. Returns its signal and output. */
async function live(
  dieAt: number | null,
  meanwhile?: (kill: () => void) => Promise<void>,
): Promise<{ signal: string | null; told: string }> {
  const life: Life = {
    path: join(folder, 'forecourt.db'),
    key,
    baseUrl: service.url,
    apiKey: service.apiKey,
    rows,
    batchSize: 12,
    dieAt,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'upload-child.ts'), JSON.stringify(life)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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

async function dies(life: Promise<{ signal: string | null }>): Promise<void> {
  const { signal } = await life
  if (signal !== 'SIGKILL') throw new Error('It ended before its death: give it more rows')
}

function prepare(): void {
  const opened = openDatabase(join(folder, 'forecourt.db'), key)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  opened.database.run(`INSERT INTO setting (name, value) VALUES ('test-draft', 'here')`)
  opened.database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES (?, 'Test', 'account', ?, 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
    [connectionId, service.url],
  )
  opened.database.close()
}

describe('an upload whose program is killed repeatedly', () => {
  it('creates exactly one customer per row, and its sums are right', async () => {
    const random = seededNumbers(seedOfRun)
    prepare()
    const deaths: string[] = []
    while (deaths.length < kills(10)) {
      const draw = random()
      // Two moments that cannot be counted inside the program: before and after the service processed a request whose
      // answer is not sent yet.
      const held = deaths.length > 0 && draw < 0.4 ? (draw < 0.2 ? 'effect' : 'before') : null
      if (held === null) {
        const dieAt = 1 + Math.floor(random() * 34)
        await dies(live(dieAt))
        deaths.push(`at moment ${dieAt}`)
      } else {
        const call = service.control.holdNext({ ...post, after: held })
        const dying = live(null, async (kill) => {
          await call.arrived
          kill()
        })
        await dies(dying)
        call.release()
        deaths.push(held === 'effect' ? 'after the effect of a batch' : 'before the effect of a batch')
      }
    }
    const { told } = await live(null)
    const story = `seed ${seedOfRun}; killed ${deaths.join(', ')}`
    process.stdout.write(`${story}\n`)

    const copies = new Map<string, number>()
    for (const { additional_fields: fields } of service.control.customers()) {
      const reference = String(fields['forecourt_ref'])
      copies.set(reference, (copies.get(reference) ?? 0) + 1)
    }
    const [upload, ...others] = JSON.parse(told) as UploadSummary[]
    expect({
      story,
      others,
      copies: copies.size,
      notOnce: [...copies].filter(([, count]) => count !== 1),
      state: upload?.state,
      rows: upload?.rows,
    }).toEqual({
      story,
      others: [],
      copies: rows,
      notOnce: [],
      state: 'complete',
      rows: {
        inFile: rows + 2,
        withErrors: 2,
        excluded: 0,
        updated: 0,
        pending: 0,
        notSent: 0,
        sent: rows,
        accepted: rows,
        failed: 0,
        notProcessed: 0,
        inProcess: 0,
        skipped: 0,
      },
    })
  })
})

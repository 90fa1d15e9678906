import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../../src/core/database/database.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'
import { onlyLong } from '../../../../runs.ts'
import { remote } from '../customers-bench.ts'
import { customerIds, editsOf, scope } from './group-kill-parts.ts'

const key = '7b'.repeat(32)
type Change = 'update' | 'paste' | 'parts' | 'many' | 'delete' | 'undo' | 'redo'

function open(path: string) {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  return { database, ...editsOf(database) }
}

function createCustomers(): string {
  const path = join(createDataFolder(), 'x.db')
  const { database, cache } = open(path)
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at) VALUES ('c', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
  )
  cache.save(
    scope,
    customerIds.map((id) => remote(id, { clientName: 'Anna' })),
  )
  database.close()
  return path
}

/** Runs the change in a process of its own. Returns whether it was killed. */
async function run(path: string, what: Change, transactions: number | 'end' = Infinity): Promise<boolean> {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'group-kill-child.ts'),
    path,
    key,
    what,
    String(transactions),
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed: ${errors}`)
  return signal === 'SIGKILL'
}

/** The next start of the program, which continues what was begun. */
async function start(path: string): Promise<void> {
  const { database, continueUnfinished } = open(path)
  await continueUnfinished(() => undefined)
  database.close()
}

/** What is recorded, and the steps that undo and redo would change. */
function recorded(path: string) {
  const { database, ledger, deletions, next } = open(path)
  const edits = ledger.edits.all(scope)
  const { undo, redo } = next(scope)
  const names = edits.filter(({ field }) => field === 'clientName').map(({ value }) => value)
  const state = {
    edits: edits.length,
    names: [...new Set(names)],
    deletions: deletions.counts(scope).pending,
    steps: database.get<{ steps: number }>('SELECT count(*) AS steps FROM customer_step')?.steps,
    unfinished: database.get<{ left: number }>('SELECT count(*) AS left FROM customer_unfinished_items')?.left,
    next: { undo: undo?.size ?? 0, redo: redo?.size ?? 0 },
  }
  database.close()
  return state
}

const nothing = { edits: 0, names: [], deletions: 0, steps: 0, unfinished: 0, next: { undo: 0, redo: 0 } }
const all = customerIds.length
const changed = { ...nothing, steps: 1 }
const pasted = { ...changed, edits: 2 * all, names: ['Pasted'], next: { undo: 2 * all, redo: 0 } }

describe('a change of many customers in a program that is killed', () => {
  // Each batch, each cell and each deletion is a transaction: the kill is in the second batch.
  it.each([
    ['paste', 154, pasted] as const,
    ['update', 3, { ...changed, edits: all, names: ['Changed'], next: { undo: all, redo: 0 } }] as const,
    ['delete', 90, { ...changed, deletions: all, next: { undo: all, redo: 0 } }] as const,
    ...onlyLong(
      ['parts', 155, pasted] as const,
      ['many', 74, { ...changed, edits: all, names: ['Changed'], next: { undo: all, redo: 0 } }] as const,
    ),
  ])('is recorded whole, as one step, by the next start: %s', async (what, transactions, expected) => {
    const path = createCustomers()
    expect(await run(path, what, transactions)).toBe(true)
    await start(path)
    expect(recorded(path)).toEqual(expected)
  })

  it.each([
    ['paste', 1] as const,
    ['update', 2] as const,
    ...onlyLong(['parts', 2] as const, ['many', 1] as const, ['delete', 1] as const),
  ])('changes nothing when it was killed before the change was stored: %s', async (what, transactions) => {
    const path = createCustomers()
    expect(await run(path, what, transactions)).toBe(true)
    await start(path)
    expect(recorded(path)).toEqual(nothing)
  })

  it('is recorded once when it was killed at the end, before its items are removed', async () => {
    const path = createCustomers()
    expect(await run(path, 'delete', 'end')).toBe(true)
    await start(path)
    expect(recorded(path)).toEqual({ ...changed, deletions: all, next: { undo: all, redo: 0 } })
  })

  it('is undone and redone whole, as one step, by the next start', async () => {
    const path = createCustomers()
    await run(path, 'paste')
    expect(await run(path, 'undo', 8)).toBe(true)
    await start(path)
    expect(recorded(path)).toEqual({ ...changed, next: { undo: 0, redo: 2 * all } })
    expect(await run(path, 'redo', 130)).toBe(true)
    await start(path)
    expect(recorded(path)).toEqual(pasted)
  })
}, 120_000)

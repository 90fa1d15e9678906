import { expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/connections.ts'
import { type ProgramCalls } from '../../../src/cli/program-calls.ts'
import { withPractice } from '../../../src/cli/use-connection.ts'

const dealer = { id: '1', name: 'Dealer', kind: 'account', region: 'au' } as Connection
const practice = { id: '2', name: 'Practice', kind: 'practice', region: 'nz' } as Connection

/** A program with both connections, and what was called. */
function programWith(current: Connection) {
  const called: unknown[] = []
  const call = async (method: string, input: unknown): Promise<unknown> => {
    if (method === 'connections.state') return { connections: [dealer, practice], current }
    called.push([method, input])
    return {}
  }
  return { called, calls: { isShared: false, call, tryCall: call } as unknown as ProgramCalls }
}

it('works with practice in its region, and then makes the earlier connection current again, also after a failure', async () => {
  const { called, calls } = programWith(dealer)
  await expect(withPractice(calls, () => Promise.reject(new Error('No file')))).rejects.toThrow('No file')
  expect(called).toEqual([
    ['connections.startPractice', { region: 'nz' }],
    ['connections.select', { id: '1' }],
  ])
})

it('stays with practice when it was in use', async () => {
  const { called, calls } = programWith(practice)
  expect(await withPractice(calls, async () => 'done')).toBe('done')
  expect(called).toEqual([['connections.startPractice', { region: 'nz' }]])
})

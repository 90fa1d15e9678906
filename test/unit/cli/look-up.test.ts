import { expect, it } from 'vitest'
import { lookUp } from '../../../src/cli/commands/look-up.ts'
import type { CommandParts } from '../../../src/cli/commands/command.ts'
import { success } from '../../../src/contract/result.ts'
import { sampleLookup } from '../renderer/features/lookup/sample-lookup.ts'

it('says that a look-up shows a saved result when the service can’t be reached', async () => {
  const at = new Date(2026, 10, 22, 14, 40).toISOString()
  const answered = async (problem: object | null) => {
    const answers: Record<string, unknown> = {
      'lookup.interpret': { kind: 'plate', query: 'ABC123', state: 'NSW', blocked: null },
      'lookup.findPlate': { ...sampleLookup(), at, state: 'NSW', problem },
    }
    const calls = { tryCall: async (method: string) => success(answers[method]) }
    const parts = {
      calls,
      connection: { name: 'Motor City' },
      say: () => undefined,
      signal: new AbortController().signal,
    }
    const command = { command: 'lookup', cars: ['ABC123'], state: null } as const
    return (await lookUp(command, parts as unknown as CommandParts)).lines[0]
  }
  expect(await answered({ kind: 'offline', message: 'Offline.' })).toContain('saved result of 22/11/2026, 2:40 pm')
  expect(await answered(null)).not.toContain('saved result')
})

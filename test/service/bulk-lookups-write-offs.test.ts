import { describe, expect, it } from 'vitest'
import { plateAt } from './bulk-parts.ts'
import { connectToService } from './lookup-program.ts'

describe('the write-offs', () => {
  it('of registrations that were checked before are in a list of several cars and in its file, and nothing is asked', async () => {
    const { program, calls } = await connectToService()
    let writtenOff: string | null = null
    for (let at = 0; writtenOff === null; at += 1) {
      const { incidents } = await program.get('lookup.status', { plate: plateAt(at), state: 'VIC' })
      if (incidents.length > 0) writtenOff = plateAt(at)
    }
    const asked = calls('status')
    const text = `${writtenOff} VIC\nXYZ789 VIC`
    const { id } = await program.get('bulkLookups.create', { source: { from: 'text', text } })
    const { rows } = await program.get('bulkLookups.items', { id, offset: 0, limit: 10 })
    expect(rows.map(({ query, writeOffs }) => [query, writeOffs.length])).toEqual([
      [writtenOff, 1],
      ['XYZ789', 0],
    ])
    const file = await program.get('bulkLookups.export', { id, format: 'csv' })
    expect(file.content).toContain('Write-off')
    expect(file.content).toContain(rows[0]?.writeOffs[0]?.typeCode ?? 'a type')
    expect(calls('status')).toBe(asked)
  })
})

import { describe, expect, it } from 'vitest'
import type { RowOutcome, UploadRow } from '../../../../../src/contract/uploads.ts'
import { useUploadRows } from '../../../../../src/renderer/features/uploads/useUploadRows.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const row = (number: number, outcome: RowOutcome = 'accepted'): UploadRow => ({
  row: number,
  outcome,
  reason: null,
  customerId: null,
  rego: null,
  vin: null,
  clientName: null,
})
const page = (offset: number, total: number, outcome: RowOutcome = 'accepted') => ({
  total,
  rows: Array.from({ length: Math.min(200, total - offset) }, (_, at) => row(offset + at + 1, outcome)),
})

function open(twin = createProgramClientTwin()) {
  return { twin, ...withinScope(() => useUploadRows('upload-1'), twin) }
}

describe('the rows of an upload', () => {
  it('are fetched by the pages that are visible, each once', async () => {
    const rows = open(createProgramClientTwin({ 'uploads.rows': ({ offset }) => page(offset, 1_000) }))
    await rows.showOutcome(null)
    await rows.show({ first: 190, last: 230 })
    await rows.show({ first: 191, last: 231 })
    expect(rows.twin.calls.map((call) => (call.input as { offset: number }).offset)).toEqual([0, 200])
    expect(rows.total.value).toBe(1_000)
    expect(rows.rowAt(230)?.row).toBe(231)
    expect(rows.rowAt(999)).toBeNull()
  })

  it('ignore the answer for an outcome that is no longer shown', async () => {
    const { twin, showOutcome, total, rowAt } = open()
    void showOutcome('failed')
    const failed = twin.next('uploads.rows')
    void showOutcome('accepted')
    await twin.open.at(-1)!.succeed(page(0, 3, 'accepted'))
    await failed.succeed(page(0, 90, 'failed'))
    expect(total.value).toBe(3)
    expect(rowAt(0)?.outcome).toBe('accepted')
  })

  it('stay on the screen while they are fetched again', async () => {
    const { twin, showOutcome, refresh, rowAt } = open()
    void showOutcome(null)
    await twin.next('uploads.rows').succeed(page(0, 2, 'in-process'))
    void refresh()
    expect(rowAt(0)?.outcome).toBe('in-process')
    await twin.next('uploads.rows').succeed(page(0, 2, 'accepted'))
    expect(rowAt(0)?.outcome).toBe('accepted')
  })
})

import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import type { RowOutcome, UploadRow } from '../../../../../src/contract/uploads.ts'
import { useUploadRows } from '../../../../../src/renderer/features/uploads/useUploadRows.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'

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

describe('rows by outcome', () => {
  it('fetches the pages that are visible, each once', async () => {
    const twin = createProgramClientTwin({ 'uploads.rows': ({ offset }) => page(offset, 1_000) })
    const rows = effectScope().run(() => useUploadRows(twin.client, 'upload-1'))!
    await rows.show(null)
    await rows.visible({ first: 190, last: 230 })
    await rows.visible({ first: 191, last: 231 })
    expect(twin.calls.map((call) => (call.input as { offset: number }).offset)).toEqual([0, 200])
    expect(rows.total.value).toBe(1_000)
    expect(rows.rowAt(230)?.row).toBe(231)
    expect(rows.rowAt(999)).toBeNull()
  })

  it('drops the answer for an outcome that she has left', async () => {
    const twin = createProgramClientTwin()
    const rows = effectScope().run(() => useUploadRows(twin.client, 'upload-1'))!
    void rows.show('failed')
    const failed = twin.next('uploads.rows')
    void rows.show('accepted')
    await twin.open.at(-1)!.succeed(page(0, 3, 'accepted'))
    await failed.succeed(page(0, 90, 'failed'))
    expect(rows.total.value).toBe(3)
    expect(rows.rowAt(0)?.outcome).toBe('accepted')
  })

  it('keeps the rows on the screen while their newer state is fetched', async () => {
    const twin = createProgramClientTwin()
    const scope = effectScope()
    const rows = scope.run(() => useUploadRows(twin.client, 'upload-1'))!
    void rows.show(null)
    await twin.next('uploads.rows').succeed(page(0, 2, 'in-process'))
    rows.refresh()
    expect(rows.rowAt(0)?.outcome).toBe('in-process')
    await twin.next('uploads.rows').succeed(page(0, 2, 'accepted'))
    expect(rows.rowAt(0)?.outcome).toBe('accepted')
    scope.stop()
  })
})

import { describe, expect, it } from 'vitest'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { useUndoUpload } from '../../../../../src/renderer/features/uploads/useUndoUpload.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleUpload } from './sample-upload.ts'

const upload = sampleUpload()

function open(agreed: boolean) {
  const twin = createProgramClientTwin()
  const toasts = createToasts()
  const confirmations: Confirmation[] = []
  const confirm = async (confirmation: Confirmation): Promise<boolean> => {
    confirmations.push(confirmation)
    return agreed
  }
  const shown = (): string[] => toasts.shown.value.map(({ text }) => text)
  return { twin, confirmations, shown, ...useUndoUpload(twin.client, confirm, toasts, () => 'Few calls.') }
}

describe('undoing an upload', () => {
  it('deletes its customers after the user has typed their number', async () => {
    const { twin, confirmations, shown, undo, busy } = open(true)
    const undoing = undo(upload)
    expect(busy.value).toBe(true)
    await twin
      .next('customers.list')
      .succeed({ total: 1, customers: [{ clientName: 'Jo', rego: 'ABC123', vin: null }] })
    expect(confirmations[0]?.text).toMatch(/restore them from the bin\. Few calls\.$/)
    expect(confirmations[0]).toMatchObject({ typed: '1', names: ['Jo, ABC123'], confirmLabel: 'Delete 1 customer' })
    const deletion = twin.next('uploads.undo')
    expect(deletion.input).toEqual({ id: 'upload-1', customers: 1 })
    await deletion.succeed({ deleting: 1 })
    expect(await undoing).toBe(true)
    expect(busy.value).toBe(false)
    expect(shown()).toEqual(['Deleting 1 customer from Sold cars. Restore them from the bin.'])
  })

  it('deletes nothing when the user cancels, or when none of its customers are left', async () => {
    const cancelled = open(false)
    const undoing = cancelled.undo(upload)
    await cancelled.twin.next('customers.list').succeed({ total: 2, customers: [] })
    expect(await undoing).toBe(false)
    const empty = open(true)
    const undoingEmpty = empty.undo(upload)
    await empty.twin.next('customers.list').succeed({ total: 0, customers: [] })
    expect(await undoingEmpty).toBe(false)
    expect(empty.confirmations).toEqual([])
    expect([...cancelled.twin.calls, ...empty.twin.calls].map(({ method }) => method)).toEqual([
      'customers.list',
      'customers.list',
    ])
  })

  it('shows why the deletion failed', async () => {
    const { twin, shown, undo } = open(true)
    const undoing = undo(upload)
    await twin.next('customers.list').succeed({ total: 1, customers: [] })
    await twin.next('uploads.undo').fail({ message: 'You’re offline.' })
    expect(await undoing).toBe(false)
    expect(shown()).toEqual(['You’re offline.'])
  })
})

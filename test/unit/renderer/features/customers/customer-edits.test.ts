import { describe, expect, test } from 'vitest'
import type { Customer } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useCustomerEdits } = await import('../../../../../src/renderer/features/customers/useCustomerEdits.ts')

const editing = (): { edits: ReturnType<typeof useCustomerEdits>; saved: Customer[] } => {
  const saved: Customer[] = []
  return { edits: useCustomerEdits((record) => saved.push(record)), saved }
}

describe('one changed cell', () => {
  test('is pending with its new value, then saved with the record that came back', async () => {
    const { edits, saved } = editing()
    const held = twin.hold('customers.edit')
    const before = customer('c1')
    const saving = edits.save(before, 'clientName', 'Priya R.')
    expect(edits.get('c1', 'clientName')).toEqual({ kind: 'pending', mine: 'Priya R.' })
    expect(edits.settling()).toBe(true)
    expect(held[0]?.input).toEqual({
      id: 'c1',
      field: 'clientName',
      value: 'Priya R.',
      lastUpdated: before.lastUpdated,
    })
    held[0]?.answer(success(customer('c1', { clientName: 'Priya R.' })))
    await saving
    expect(edits.get('c1', 'clientName')).toBeNull()
    expect(saved.map((record) => record.clientName)).toEqual(['Priya R.'])
  })

  test('that was not saved keeps her value and the reason, and can be tried again or dropped', async () => {
    const { edits, saved } = editing()
    twin.answer('customers.edit', () => failure({ kind: 'offline', message: 'No network.' }))
    await edits.save(customer('c1'), 'mobileNumber', '0491570110')
    const [problem] = edits.problems.value
    expect(problem?.edit).toMatchObject({ kind: 'failed', mine: '0491570110', failure: { message: 'No network.' } })
    if (!problem) return

    twin.answer('customers.edit', ({ value }) => success(customer('c1', { mobileNumber: value })))
    await edits.retry(problem)
    expect(edits.problems.value).toEqual([])
    expect(saved.at(-1)?.mobileNumber).toBe('0491570110')

    twin.answer('customers.edit', () => failure({ kind: 'rejected', message: 'No.' }))
    await edits.save(customer('c1'), 'mobileNumber', '1')
    const [refused] = edits.problems.value
    if (refused) edits.drop(refused)
    expect(edits.get('c1', 'mobileNumber')).toBeNull()
  })

  test('that was changed elsewhere shows both values; saving hers then goes over the newer record', async () => {
    const { edits, saved } = editing()
    const newer = customer('c1', { clientName: 'P. Raman-Smith', lastUpdated: '2026-11-21T01:00:00Z' })
    twin.answer('customers.edit', () => failure({ kind: 'conflict', message: 'Changed elsewhere.' }))
    twin.answer('customers.get', () => success(newer))
    await edits.save(customer('c1'), 'clientName', 'Priya R.')
    const [problem] = edits.problems.value
    expect(problem?.edit).toEqual({ kind: 'conflict', mine: 'Priya R.', theirs: newer })
    // The list holds the newer record now, whatever she chooses.
    expect(saved).toEqual([newer])
    // The notice names the customer as she knew it.
    expect(problem?.customer.clientName).toBe('Priya Raman')

    twin.answer('customers.edit', ({ value }) => success({ ...newer, clientName: value }))
    if (problem) await edits.retry(problem)
    expect(twin.inputsOf('customers.edit').at(-1)?.lastUpdated).toBe('2026-11-21T01:00:00Z')
    expect(edits.problems.value).toEqual([])
  })

  test('that she typed again before the first was saved belongs to the second', async () => {
    const { edits } = editing()
    const held = twin.hold('customers.edit')
    const first = edits.save(customer('c1'), 'clientName', 'One')
    const second = edits.save(customer('c1'), 'clientName', 'Two')
    held[0]?.answer(failure({ kind: 'timeout', message: 'Too slow.' }))
    await first
    expect(edits.get('c1', 'clientName')).toEqual({ kind: 'pending', mine: 'Two' })
    held[1]?.answer(success(customer('c1', { clientName: 'Two' })))
    await second
    expect(edits.get('c1', 'clientName')).toBeNull()
  })
})

import { nextTick } from 'vue'
import { describe, expect, test } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { createHostTwin } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'
import { useCustomerPages } from '../../../../../src/renderer/features/customers/useCustomerPages.ts'
import { useCustomerSelection } from '../../../../../src/renderer/features/customers/useCustomerSelection.ts'
import { noFilter } from '../../../../../src/renderer/features/customers/customer-filter.ts'
import { deleteConfirmation } from '../../../../../src/renderer/features/customers/useCustomerActions.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

const list = Array.from({ length: 1_200 }, (_, index) => customer(`c${index}`))
twin.answer('customers.list', ({ offset, limit }) =>
  success({ total: list.length, customers: list.slice(offset, offset + limit) }),
)

async function startSelecting() {
  const pages = withinScope(useCustomerPages, { client })
  await pages.setQuery({})
  return { pages, selection: withinScope(() => useCustomerSelection(pages), { client }) }
}

describe('selecting customers', () => {
  test('selects single rows, and ranges that are not loaded', async () => {
    const { selection } = await startSelecting()
    await selection.toggle(3, null)
    await selection.toggle(3, null)
    expect(selection.count.value).toBe(0)
    await selection.toggle(5, null)
    await selection.toggle(150, 5)
    expect(selection.count.value).toBe(146)
    expect(selection.extent.value).toBe('some')
    await selection.addRows(700, 709)
    expect(selection.count.value).toBe(156)
    expect(selection.has('c705')).toBe(true)
    const resolved = selection.resolve()
    expect(resolved.by === 'ids' && resolved.ids.length).toBe(156)
  })

  test('selects all matches by the filter, without those that are deselected', async () => {
    const { selection } = await startSelecting()
    selection.toggleAll()
    expect(selection.count.value).toBe(1_200)
    expect(selection.extent.value).toBe('all')
    expect(selection.resolve()).toEqual({ by: 'filter', filter: noFilter, count: 1_200 })
    await selection.toggle(2, null)
    expect(selection.count.value).toBe(1_199)
    expect(selection.resolve()).toEqual({
      by: 'filter',
      filter: noFilter,
      except: ['c2'],
      count: 1_199,
    })
    selection.toggleAll()
    selection.toggleAll()
    expect(selection.count.value).toBe(0)
  })

  test('keeps single customers across searches, and drops all matches when the filter changes', async () => {
    const { pages, selection } = await startSelecting()
    await selection.toggle(1, null)
    await pages.setQuery({ search: 'x' })
    expect(selection.count.value).toBe(1)
    selection.toggleAll()
    await pages.setQuery({ sort: 'rego' })
    await nextTick()
    expect(selection.extent.value).toBe('all')
    await pages.setQuery({ search: 'y' })
    await nextTick()
    expect(selection.count.value).toBe(0)
  })
})

describe('the confirmation of a deletion', () => {
  test('names one', () => {
    const confirmation = deleteConfirmation(1, ['Priya Raman, ABC12D'], null)
    expect(confirmation.title).toBe('Delete Priya Raman, ABC12D?')
    expect(confirmation.typed).toBeUndefined()
  })
  test('lists seven names, counts the rest, and requires typing a count above fifty', () => {
    const names = Array.from({ length: 200 }, (_, index) => `Customer ${index}`)
    const confirmation = deleteConfirmation(51, names.slice(0, 51), null)
    expect(confirmation.title).toBe('Delete 51 customers?')
    expect(confirmation.typed).toBe('51')
    expect(deleteConfirmation(50, names.slice(0, 50), null).typed).toBeUndefined()
    expect(deleteConfirmation(1_200, names, null).names?.at(-1)).toBe('and 1,193 more')
  })
})

import { nextTick } from 'vue'
import { describe, expect, test } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useCustomerPages } = await import('../../../../../src/renderer/features/customers/useCustomerPages.ts')
const { useCustomerSelection } = await import('../../../../../src/renderer/features/customers/useCustomerSelection.ts')
const { noFilter } = await import('../../../../../src/renderer/features/customers/customer-filter.ts')
const { deleteQuestion, piecesOf } =
  await import('../../../../../src/renderer/features/customers/useCustomerActions.ts')

const list = Array.from({ length: 1_200 }, (_, index) => customer(`c${index}`))
twin.answer('customers.list', ({ offset, limit }) =>
  success({ total: list.length, customers: list.slice(offset, offset + limit) }),
)

async function choosing() {
  const pages = useCustomerPages()
  await pages.ask({})
  return { pages, choice: useCustomerSelection(pages) }
}

describe('choosing customers', () => {
  test('one by one, and all between with Shift, also those that are not loaded', async () => {
    const { choice } = await choosing()
    await choice.tick(3, null)
    await choice.tick(3, null)
    expect(choice.count.value).toBe(0)
    await choice.tick(5, null)
    await choice.tick(150, 5)
    expect(choice.count.value).toBe(146)
    expect(choice.ofAll.value).toBe('some')
    await choice.addRows(700, 709)
    expect(choice.count.value).toBe(156)
    expect(choice.has('c705')).toBe(true)
    const selection = await choice.resolve()
    expect(selection.ok && selection.value.by === 'ids' && selection.value.ids.length).toBe(156)
  })

  test('all of a filter stand for themselves; without one of them they are named', async () => {
    const { choice } = await choosing()
    choice.tickAll()
    expect(choice.count.value).toBe(1_200)
    expect(choice.ofAll.value).toBe('all')
    expect(await choice.resolve()).toEqual(success({ by: 'filter', filter: noFilter }))
    await choice.tick(2, null)
    expect(choice.count.value).toBe(1_199)
    const selection = await choice.resolve()
    expect(selection.ok && selection.value.by === 'ids' && selection.value.ids.includes('c2')).toBe(false)
    expect(selection.ok && selection.value.by === 'ids' && selection.value.ids.length).toBe(1_199)
    choice.tickAll()
    choice.tickAll()
    expect(choice.count.value).toBe(0)
  })

  test('outlives another search when it names its customers, and not when it is all of a filter', async () => {
    const { pages, choice } = await choosing()
    await choice.tick(1, null)
    await pages.ask({ search: 'x' })
    expect(choice.count.value).toBe(1)
    choice.tickAll()
    await pages.ask({ sort: 'rego' })
    await nextTick()
    expect(choice.ofAll.value).toBe('all')
    await pages.ask({ search: 'y' })
    await nextTick()
    expect(choice.count.value).toBe(0)
  })
})

describe('the question before they are deleted', () => {
  test('names one', () => {
    const question = deleteQuestion(1, ['Priya Raman, ABC12D'])
    expect(question.title).toBe('Delete Priya Raman, ABC12D?')
    expect(question.typed).toBeUndefined()
  })
  test('names some, counts the rest, and has the number typed above fifty', () => {
    const names = Array.from({ length: 200 }, (_, index) => `Customer ${index}`)
    const question = deleteQuestion(51, names.slice(0, 51))
    expect(question.title).toBe('Delete 51 customers?')
    expect(question.typed).toBe('51')
    expect(deleteQuestion(50, names.slice(0, 50)).typed).toBeUndefined()
    expect(deleteQuestion(1_200, names).names?.at(-1)).toBe('and 1,193 more')
  })
  test('goes in pieces that a call can carry', () => {
    const pieces = piecesOf({ by: 'ids', ids: ['a', 'b', 'c'] }, 2)
    expect(pieces).toEqual([
      { by: 'ids', ids: ['a', 'b'] },
      { by: 'ids', ids: ['c'] },
    ])
    expect(piecesOf({ by: 'filter', filter: noFilter })).toHaveLength(1)
  })
})

import { ref } from 'vue'
import { describe, expect, test } from 'vitest'
import { SavedView, type ViewColumn } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'

const twin = installHostTwin()
const { useCustomerViews, looksTheSame } =
  await import('../../../../../src/renderer/features/customers/useCustomerViews.ts')
const { noFilter } = await import('../../../../../src/renderer/features/customers/customer-filter.ts')

const column = (key: string, shown = true): ViewColumn => ({ key, widthPx: 100, shown, pinned: false })
const onScreen = { filter: noFilter, sort: 'rego' as const, descending: false, columns: [column('rego')] }
const view = (id: string, name: string): SavedView => ({ ...onScreen, id, name })

describe('saved views', () => {
  test('stand by their names; one that is saved is the one in use', async () => {
    twin.answer('customers.views', () => success({ views: [view('2', 'Zebra'), view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', (input) => success(SavedView.parse({ ...input, id: input.id ?? '3' })))
    const views = useCustomerViews(() => onScreen)
    await views.load()
    expect(views.views.value.map(({ name }) => name)).toEqual(['Apple', 'Zebra'])
    await views.saveAs('Mango')
    expect(views.current.value?.name).toBe('Mango')
    expect(views.views.value.map(({ name }) => name)).toEqual(['Apple', 'Mango', 'Zebra'])
  })

  test('know when the screen has gone another way, and take that over', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', (input) => success(SavedView.parse({ ...input, id: input.id ?? '3' })))
    const descending = ref(false)
    const views = useCustomerViews(() => ({ ...onScreen, descending: descending.value }))
    await views.load()
    views.currentId.value = '1'
    expect(views.isChanged.value).toBe(false)
    descending.value = true
    expect(views.isChanged.value).toBe(true)
    await views.overwrite()
    expect(twin.inputsOf('customers.saveView').at(-1)).toMatchObject({ id: '1', name: 'Apple', descending: true })
    expect(views.isChanged.value).toBe(false)
  })

  test('with a name that is taken say so, and nothing else changes', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', () => failure({ kind: 'conflict', message: 'There is a view of that name.' }))
    const views = useCustomerViews(() => onScreen)
    await views.load()
    expect((await views.saveAs('apple')).ok).toBe(false)
    expect(views.currentId.value).toBeNull()
    expect(views.views.value).toHaveLength(1)
  })

  test('that are removed are no longer in use', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.removeView', () => success({}))
    const views = useCustomerViews(() => onScreen)
    await views.load()
    views.currentId.value = '1'
    await views.remove(view('1', 'Apple'))
    expect(views.currentId.value).toBeNull()
    expect(views.views.value).toEqual([])
  })
})

test('columns that are not shown make no difference to how a view looks', () => {
  expect(looksTheSame(onScreen, { ...onScreen, columns: [column('rego'), column('field:x', false)] })).toBe(true)
  expect(looksTheSame(onScreen, { ...onScreen, columns: [column('rego'), column('field:x')] })).toBe(false)
})

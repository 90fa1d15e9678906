import { ref } from 'vue'
import { describe, expect, test } from 'vitest'
import { SavedView, type ViewColumn } from '../../../../../src/contract/customer-views.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { useCustomerViews, isSameArrangement } from '../../../../../src/renderer/features/customers/useCustomerViews.ts'
import { noFilter } from '../../../../../src/renderer/features/customers/customer-filter.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

const column = (key: string, shown = true): ViewColumn => ({ key, widthPx: 100, shown, pinned: false })
const onScreen = { filter: noFilter, sort: 'rego' as const, descending: false, columns: [column('rego')] }
const view = (id: string, name: string): SavedView => ({ ...onScreen, id, name })

describe('saved views', () => {
  test('are sorted by name, and a new one becomes the current view', async () => {
    twin.answer('customers.views', () => success({ views: [view('2', 'Zebra'), view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', (input) => success(SavedView.parse({ ...input, id: input.id ?? '3' })))
    const views = withinScope(() => useCustomerViews(() => onScreen), { client })
    await views.load()
    expect(views.views.value.map(({ name }) => name)).toEqual(['Apple', 'Zebra'])
    await views.saveAs('Mango')
    expect(views.current.value?.name).toBe('Mango')
    expect(views.views.value.map(({ name }) => name)).toEqual(['Apple', 'Mango', 'Zebra'])
  })

  test('detect a changed list and overwrite the view with it', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', (input) => success(SavedView.parse({ ...input, id: input.id ?? '3' })))
    const descending = ref(false)
    const views = withinScope(() => useCustomerViews(() => ({ ...onScreen, descending: descending.value })), { client })
    await views.load()
    views.currentId.value = '1'
    expect(views.isChanged.value).toBe(false)
    descending.value = true
    expect(views.isChanged.value).toBe(true)
    await views.overwrite()
    expect(twin.inputsOf('customers.saveView').at(-1)).toMatchObject({ id: '1', name: 'Apple', descending: true })
    expect(views.isChanged.value).toBe(false)
  })

  test('that are overwritten or deleted come back by the notice, which says that the team has them', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', (input) => success(SavedView.parse({ ...input, id: input.id ?? '3' })))
    twin.answer('customers.removeView', () => success({}))
    const toasts = createToasts()
    const undo = async (): Promise<unknown> => {
      toasts.act(toasts.shown.value.at(-1)?.id ?? 0)
      await settled()
      return twin.inputsOf('customers.saveView').at(-1)
    }
    const views = withinScope(() => useCustomerViews(() => ({ ...onScreen, descending: true })), { client, toasts })
    await views.load()
    views.currentId.value = '1'
    await views.overwrite()
    expect(toasts.shown.value.at(-1)?.text).toBe('View “Apple” saved; in a team, on all PCs.')
    expect(await undo()).toMatchObject({ id: '1', name: 'Apple', descending: false })
    await views.rename(view('1', 'Apple'), 'Pear')
    expect(await undo()).toMatchObject({ id: '1', name: 'Apple' })
    await views.remove(view('1', 'Apple'))
    expect(toasts.shown.value.at(-1)?.text).toBe('View “Apple” deleted; in a team, on all PCs.')
    expect(await undo()).toMatchObject({ id: null, name: 'Apple' })
    await views.saveAs('Mango')
    expect(toasts.shown.value.at(-1)?.action).toBeNull()

    await views.remove(view('3', 'Mango'))
    twin.answer('customers.saveView', () => failure({ kind: 'conflict', message: 'There is a view of that name.' }))
    await undo()
    expect(toasts.shown.value.at(-1)).toMatchObject({ tone: 'failure', text: 'There is a view of that name.' })
  })

  test('report a name that exists and change nothing', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.saveView', () => failure({ kind: 'conflict', message: 'There is a view of that name.' }))
    const views = withinScope(() => useCustomerViews(() => onScreen), { client })
    await views.load()
    expect(await views.saveAs('apple')).toBe(false)
    expect(views.failure.value?.message).toBe('There is a view of that name.')
    expect(views.currentId.value).toBeNull()
    expect(views.views.value).toHaveLength(1)
  })

  test('have no current view after it is deleted', async () => {
    twin.answer('customers.views', () => success({ views: [view('1', 'Apple')], columns: null }))
    twin.answer('customers.removeView', () => success({}))
    const views = withinScope(() => useCustomerViews(() => onScreen), { client })
    await views.load()
    views.currentId.value = '1'
    await views.remove(view('1', 'Apple'))
    expect(views.currentId.value).toBeNull()
    expect(views.views.value).toEqual([])
  })
})

test('hidden columns do not make a view different', () => {
  expect(isSameArrangement(onScreen, { ...onScreen, columns: [column('rego'), column('field:x', false)] })).toBe(true)
  expect(isSameArrangement(onScreen, { ...onScreen, columns: [column('rego'), column('field:x')] })).toBe(false)
})

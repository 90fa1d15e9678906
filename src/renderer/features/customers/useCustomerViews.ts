import { computed, ref, shallowRef } from 'vue'
import type { SavedView, ViewColumn } from '../../../contract/customer-views.ts'
import { type Result, success } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'
import { filterText } from './customer-filter-text.ts'
import { noFilter } from './customer-filter.ts'

const { views: text } = filterText

/** What a view saves: filter, order and columns. */
export type Arrangement = Pick<SavedView, 'filter' | 'sort' | 'descending' | 'columns'>

const visible = (columns: readonly ViewColumn[]): readonly ViewColumn[] => columns.filter((column) => column.shown)

/** Whether two arrangements look the same. Hidden columns make no difference. */
export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean =>
  JSON.stringify([a.filter, a.sort, a.descending, visible(a.columns)]) ===
  JSON.stringify([b.filter, b.sort, b.descending, visible(b.columns)])

const byName = (a: SavedView, b: SavedView): number => a.name.localeCompare(b.name)

/** Saved views of the list. */
export function useCustomerViews(onScreen: () => Arrangement) {
  const client = useClient()
  const views = shallowRef<readonly SavedView[]>([])
  const currentId = ref<string | null>(null)
  /** The ready-made views, then the saved ones. */
  const all = computed<readonly (ReadyView | SavedView)[]>(() => [...readyViews, ...views.value])
  const current = computed(() => all.value.find(({ id }) => id === currentId.value) ?? null)

  interface Saving {
    /** The view that is replaced; null: it is a new one. */
    readonly before: SavedView | null
    readonly name: string
    readonly arrangement: Arrangement
  }
  const call = ({ before, name, arrangement: { filter, sort, descending, columns } }: Saving) =>
    client.call('customers.saveView', { id: before?.id ?? null, name, filter, sort, descending, columns: [...columns] })
  function adopt(saved: SavedView): void {
    views.value = [...views.value.filter(({ id }) => id !== saved.id), saved].toSorted(byName)
  }
  const undoing = useAction(call, { done: adopt })
  const undoTo = (view: SavedView, before: SavedView | null) => ({
    run: () => void undoing.run({ before, name: view.name, arrangement: view }),
  })
  const saving = useAction(call, {
    failed: 'shown',
    done(saved, { before }) {
      adopt(saved)
      if (before === null) currentId.value = saved.id
      return text.saved(saved.name)
    },
    undo: (_, { before }) => before && undoTo(before, before),
  })
  const removing = useAction((view: SavedView) => client.call('customers.removeView', { id: view.id }), {
    failed: 'shown',
    done(_, view) {
      views.value = views.value.filter(({ id }) => id !== view.id)
      if (currentId.value === view.id) currentId.value = null
      return text.deleted(view.name)
    },
    undo: (_, view) => undoTo(view, null),
  })
  const save = async (before: SavedView | null, name: string, arrangement: Arrangement): Promise<boolean> => {
    removing.failure.value = null
    return (await saving.run({ before, name, arrangement })) !== null
  }

  return {
    views,
    all,
    currentId,
    current,
    /** The list on the screen differs from the current view. */
    isChanged: computed(() => {
      if (current.value === null) return false
      const shown = onScreen()
      return !isSameArrangement({ columns: shown.columns, ...current.value }, shown)
    }),
    /** Why the newest change of a view failed. */
    failure: together(removing, saving).failure,
    async load(): Promise<Result<readonly ViewColumn[] | null>> {
      const answer = await client.read('customers.views', {})
      if (!answer.ok) return answer
      views.value = answer.value.views.toSorted(byName)
      return success(answer.value.columns)
    },
    /** Saves what is on the screen as a new view. False: it failed, for example because the name is taken. */
    saveAs: (name: string) => save(null, name, onScreen()),
    /** Saves what is on the screen in the current view. */
    async overwrite(): Promise<void> {
      const view = views.value.find(({ id }) => id === currentId.value)
      if (view) await save(view, view.name, onScreen())
    },
    /** Saves a ready-made view as one of the user's, with the columns on the screen. */
    copy({ name, filter, sort, descending }: ReadyView): Promise<boolean> {
      const taken = new Set(views.value.map((view) => view.name.toLowerCase()))
      let number = 1
      while (taken.has(text.copyName(name, number).toLowerCase())) number += 1
      return save(null, text.copyName(name, number), { filter, sort, descending, columns: onScreen().columns })
    },
    rename: (view: SavedView, name: string) => save(view, name, view),
    remove: removing.run,
  }
}

/** A view that Forecourt brings. It has no columns of its own, and cannot be changed or deleted. */
export type ReadyView = Omit<SavedView, 'columns'>

const prefix = 'ready:'
const { names } = filterText.views

const ready = (key: keyof typeof names, view: Partial<SavedView['filter']>, sort: SavedView['sort']): ReadyView => ({
  id: `${prefix}${key}`,
  name: names[key],
  filter: { ...noFilter, ...view },
  sort,
  descending: sort !== 'expiryDate',
})

export const readyViews: readonly ReadyView[] = [
  ready(
    'expiring',
    { dates: [{ date: 'expiryDate', range: { kind: 'relative', unit: 'days', from: 0, to: 30 } }] },
    'expiryDate',
  ),
  ready('no-mobile', { missing: ['mobileNumber'] }, 'lastSighting'),
  ready('forbidden', { contact: 'forbidden' }, 'lastSighting'),
  ready('never', { sighting: 'never' }, 'saleDate'),
  ready(
    'three-to-five',
    { dates: [{ date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -5, to: -3 } }] },
    'saleDate',
  ),
]

export const isReadyView = ({ id }: Pick<SavedView, 'id'>): boolean => id.startsWith(prefix)

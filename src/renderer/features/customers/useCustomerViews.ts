import { computed, type ComputedRef, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { SavedView, ViewColumn } from '../../../contract/customers.ts'
import { type Result, success } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'

/** What a view holds: everything that she sees of the list's arrangement. */
export type Arrangement = Pick<SavedView, 'filter' | 'sort' | 'descending' | 'columns'>

const shownOf = (columns: readonly ViewColumn[]): readonly ViewColumn[] => columns.filter((column) => column.shown)

/** Whether two arrangements look the same; columns that are not shown make no difference. */
export const looksTheSame = (a: Arrangement, b: Arrangement): boolean =>
  JSON.stringify([a.filter, a.sort, a.descending, shownOf(a.columns)]) ===
  JSON.stringify([b.filter, b.sort, b.descending, shownOf(b.columns)])

export interface CustomerViews {
  readonly views: ShallowRef<readonly SavedView[]>
  readonly currentId: Ref<string | null>
  readonly current: ComputedRef<SavedView | null>
  /** The current view has been changed on the screen since. */
  readonly isChanged: ComputedRef<boolean>
  load(): Promise<Result<readonly ViewColumn[] | null>>
  /** Keeps what is on the screen under a name; the name of a view that is there is a `conflict`. */
  saveAs(name: string): Promise<Result<SavedView>>
  /** Keeps what is on the screen in the current view. */
  overwrite(): Promise<Result<SavedView> | null>
  rename(view: SavedView, name: string): Promise<Result<SavedView>>
  remove(view: SavedView): Promise<Result<Record<string, never>>>
}

/** Ways of looking at the list that she has kept under a name. */
export function useCustomerViews(onScreen: () => Arrangement): CustomerViews {
  const views = shallowRef<readonly SavedView[]>([])
  const currentId = ref<string | null>(null)
  const current = computed(() => views.value.find(({ id }) => id === currentId.value) ?? null)

  function takeIn(view: SavedView): void {
    const others = views.value.filter(({ id }) => id !== view.id)
    views.value = [...others, view].toSorted((a, b) => a.name.localeCompare(b.name))
  }

  async function save(id: string | null, name: string, arrangement: Arrangement): Promise<Result<SavedView>> {
    const result = await call('customers.saveView', { ...arrangement, columns: [...arrangement.columns], id, name })
    if (result.ok) takeIn(result.value)
    return result
  }

  return {
    views,
    currentId,
    current,
    isChanged: computed(() => current.value !== null && !looksTheSame(current.value, onScreen())),
    async load() {
      const answer = await call('customers.views', {})
      if (!answer.ok) return answer
      views.value = answer.value.views.toSorted((a, b) => a.name.localeCompare(b.name))
      return success(answer.value.columns)
    },
    async saveAs(name) {
      const result = await save(null, name, onScreen())
      if (result.ok) currentId.value = result.value.id
      return result
    },
    overwrite: async () => (current.value ? save(current.value.id, current.value.name, onScreen()) : null),
    rename: (view, name) => save(view.id, name, view),
    async remove(view) {
      const result = await call('customers.removeView', { id: view.id })
      if (result.ok) {
        views.value = views.value.filter(({ id }) => id !== view.id)
        if (currentId.value === view.id) currentId.value = null
      }
      return result as Result<Record<string, never>>
    },
  }
}

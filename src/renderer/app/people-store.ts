import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { MethodInput } from '../../contract/methods.ts'
import type { PeopleList } from '../../contract/people.ts'
import type { Result } from '../../contract/result.ts'
import { useClient } from '../bridge/program-client.ts'
import { useQuery } from '../bridge/useQuery.ts'

type ChangingMethod = 'people.add' | 'people.rename' | 'people.setRetired' | 'people.pick' | 'people.setAskAtStart'

/** Who uses this PC and who is working now; the top bar and the call list share it. */
export const usePeopleStore = defineStore('people', () => {
  const client = useClient()
  const query = useQuery('people.list', { lazy: true, refreshOn: ['people.changed'] })
  const people = computed(() => query.data.value?.people ?? [])
  const current = computed(() => people.value.find(({ id }) => id === query.data.value?.currentId) ?? null)

  /** Who is asked for at the moment. The dialog is closed by `answer`. */
  const isAsking = ref(false)
  /** The user chose to continue without a name; no further question until the window is opened the next time. */
  const isDeclined = ref(false)
  const waiting = shallowRef<readonly (() => void)[]>([])

  function answer(): void {
    isAsking.value = false
    isDeclined.value = current.value === null
    for (const resolve of waiting.value) resolve()
    waiting.value = []
  }

  function ask(): Promise<void> {
    isAsking.value = true
    return new Promise((resolve) => {
      waiting.value = [...waiting.value, resolve]
    })
  }

  return {
    list: query.data,
    people,
    current,
    isAsking,
    refresh: query.refresh,
    answer,
    ask,
    /**
     * Asks who is working if nobody is picked; null: somebody is, or the user chose to continue without a name. Resolves when the
     * user has answered.
     */
    askOnce(): Promise<void> | null {
      if (current.value !== null || isDeclined.value) return null
      return query.data.value === null
        ? query.refresh().then(() => (current.value === null ? ask() : undefined))
        : ask()
    },
    async change<M extends ChangingMethod>(method: M, input: MethodInput<M>): Promise<Result<PeopleList>> {
      const result: Result<PeopleList> = await client.call(method, input)
      if (result.ok) query.set(result.value)
      return result
    },
  }
})

import { computed, reactive, watch } from 'vue'
import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { type AdvancedFields, type AdvancedName, fromFields, problemOf, toFields } from './advanced-fields.ts'

/** The advanced settings of the current connection as a form. */
export function useAdvancedForm() {
  const client = useClient()
  const store = useConnectionStore()
  /** Null until the connection is known. */
  const saved = computed(() => store.current?.advanced ?? null)
  const defaultSettings = useQuery('connections.advancedDefaults')
  /** As fields show them; null until they are known. */
  const defaults = computed(() => (defaultSettings.data.value ? toFields(defaultSettings.data.value) : null))
  const fields = reactive<Partial<AdvancedFields>>({})
  /** Null until the connection is known. */
  const entered = computed(() => (saved.value ? ({ ...toFields(saved.value), ...fields } as AdvancedFields) : null))
  const problems = computed(() => {
    const all = entered.value
    if (!all) return {}
    const names = Object.keys(all) as AdvancedName[]
    return Object.fromEntries(
      names.flatMap((name) => [[name, problemOf(name, all)]]).filter(([, text]) => text !== null),
    )
  })
  const saving = useAction(
    async (input: AdvancedSettings) => store.adopt(await client.call('connections.setAdvanced', input)),
    { failed: 'shown' },
  )
  const isSame = (one: AdvancedFields | null, other: AdvancedFields | null): boolean =>
    one !== null &&
    other !== null &&
    Object.entries(one).every(([name, value]) => other[name as AdvancedName] === value)

  function undo(): void {
    if (saved.value) Object.assign(fields, toFields(saved.value))
  }
  /** The state of connections is read again and again: what the user types stays while the saved settings do not change. */
  watch(() => (saved.value ? `${store.current?.id} ${JSON.stringify(saved.value)}` : null), undo, { immediate: true })

  return {
    fields,
    saved,
    defaults,
    problems,
    isChanged: computed(() => saved.value !== null && !isSame(entered.value, toFields(saved.value))),
    isDefault: computed(() => isSame(entered.value, defaults.value)),
    saving,
    undo,
    /** Fills in a default. Without a name: all of them. Nothing is saved. */
    reset(name?: AdvancedName) {
      if (!defaults.value) return
      Object.assign(fields, name === undefined ? defaults.value : { [name]: defaults.value[name] })
    },
    /** True when the settings were saved; false also while a field has a problem. */
    async save() {
      if (!entered.value || Object.keys(problems.value).length > 0) return false
      return (await saving.run(fromFields(entered.value))) !== null
    },
  }
}

import { computed, type ComputedRef, reactive, watch } from 'vue'
import type { AdvancedSettings, ConnectionState } from '../../../contract/connections.ts'
import type { Result } from '../../../contract/result.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { type Command, useCommand } from '../../bridge/useCommand.ts'

/** The settings as text fields show them. */
type AdvancedFields = {
  [K in keyof AdvancedSettings]: AdvancedSettings[K] extends number ? string : AdvancedSettings[K]
}

export interface AdvancedForm {
  readonly fields: AdvancedFields
  /** Null until the connection is known. */
  readonly saved: ComputedRef<AdvancedSettings | null>
  readonly isChanged: ComputedRef<boolean>
  readonly saving: Command<AdvancedSettings, ConnectionState>
  undo(): void
  /** True when the settings were saved. */
  save(): Promise<boolean>
}

/** The advanced settings of the current connection as a form. */
export function useAdvancedForm(client: Pick<ProgramClient, 'call'>): AdvancedForm {
  const store = useConnectionStore()
  const saved = computed(() => store.current?.advanced ?? null)
  const fields = reactive<AdvancedFields>({
    mobileForm: 'national',
    malaysiaRegionCode: '',
    firstBatchSize: '',
    pageSize: '',
    referenceKey: '',
  })
  const entered = computed<AdvancedSettings>(() => ({
    ...fields,
    firstBatchSize: Number(fields.firstBatchSize),
    pageSize: Number(fields.pageSize),
  }))
  const saving = useCommand(client, async (input: AdvancedSettings): Promise<Result<ConnectionState>> =>
    store.adopt(await client.call('connections.setAdvanced', input)),
  )

  function undo(): void {
    if (!saved.value) return
    const { firstBatchSize, pageSize, ...texts } = saved.value
    Object.assign(fields, { ...texts, firstBatchSize: String(firstBatchSize), pageSize: String(pageSize) })
  }
  watch(saved, undo, { immediate: true })

  return {
    fields,
    saved,
    isChanged: computed(
      () =>
        saved.value !== null && JSON.stringify(entered.value) !== JSON.stringify({ ...entered.value, ...saved.value }),
    ),
    saving,
    undo,
    save: async () => (await saving.run(entered.value))?.ok === true,
  }
}

import { nextTick, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import { call } from '../../bridge/client.ts'
import { plural } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Toasts } from '../../ui/useToasts.ts'

/** More than this is no call sheet that anybody works through on paper; the file has them all. */
const mostPrinted = 200

export interface CallSheet {
  /** What is on paper; null until it was asked for. */
  readonly sheet: ShallowRef<{ readonly cars: readonly SightedCar[]; readonly total: number } | null>
  readonly saving: Ref<boolean>
  print(): Promise<void>
  save(format: 'csv' | 'xlsx'): Promise<void>
}

/** The call sheet of what the list shows, on paper and as a file. */
export function useCallSheet(filter: () => SightingFilter, toasts: Toasts): CallSheet {
  const sheet: CallSheet['sheet'] = shallowRef(null)
  const saving = ref(false)
  return {
    sheet,
    saving,
    async print() {
      const answer = await call('sightings.list', { ...filter(), offset: 0, limit: mostPrinted })
      if (!answer.ok) return void toasts.failure(answer.error)
      sheet.value = answer.value
      await nextTick()
      window.print()
    },
    async save(format) {
      saving.value = true
      const answer = await call('sightings.exportSheet', { ...filter(), format })
      saving.value = false
      if (!answer.ok) return void toasts.failure(answer.error)
      saveFile(answer.value)
      toasts.success(`The call sheet with ${plural(answer.value.rows, 'car')} is saved.`)
    },
  }
}

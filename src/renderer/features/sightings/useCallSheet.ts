import { nextTick, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { sightingsText } from './sightings-text.ts'

/** Longer lists are not worked through on paper; the file has every car. */
const maxPrinted = 200

export interface CallSheet {
  /** The printed cars; null until the first print. */
  readonly sheet: ShallowRef<{ readonly cars: readonly SightedCar[]; readonly total: number } | null>
  readonly saving: Readonly<Ref<boolean>>
  print(): Promise<void>
  save(format: 'csv' | 'xlsx'): Promise<void>
}

/** Prints the call list or saves it as a file. */
export function useCallSheet(client: ProgramClient, filter: () => SightingFilter, toasts: Toasts): CallSheet {
  const sheet: CallSheet['sheet'] = shallowRef(null)
  const exporting = useCommand(client, 'sightings.exportSheet')
  return {
    sheet,
    saving: exporting.running,
    async print() {
      const answer = await client.read('sightings.list', { ...filter(), offset: 0, limit: maxPrinted })
      if (!answer.ok) return void toasts.failure(answer.error)
      sheet.value = answer.value
      await nextTick()
      window.print()
    },
    async save(format) {
      const answer = await exporting.run({ ...filter(), format })
      if (answer === null) return
      if (!answer.ok) return void toasts.failure(answer.error)
      saveFile(answer.value)
      toasts.success(sightingsText.sheet.saved(answer.value.rows))
    },
  }
}

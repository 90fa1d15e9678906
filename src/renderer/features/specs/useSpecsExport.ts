import type { Ref } from 'vue'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToasts } from '../../ui/useToasts.ts'

export interface SpecsExport {
  readonly running: Readonly<Ref<boolean>>
  /** Saves the specs of the vehicles as a CSV file, and shows the user its name. */
  run(vehicles: readonly { readonly vehicleId: string; readonly title: string }[]): Promise<void>
}

/** Export of specs. `message` words the notice about the saved file. */
export function useSpecsExport(
  client: Pick<ProgramClient, 'call'>,
  message: (rows: number, fileName: string) => string,
): SpecsExport {
  const toasts = useToasts()
  const command = useCommand(client, 'lookup.exportSpecs')
  return {
    running: command.running,
    async run(vehicles) {
      const file = await command.run({ vehicles: [...vehicles] })
      if (!file) return
      if (!file.ok) {
        toasts.failure(file.error)
        return
      }
      saveFile(file.value)
      toasts.success(message(file.value.rows, file.value.fileName))
    },
  }
}

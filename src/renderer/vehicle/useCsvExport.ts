import type { Ref } from 'vue'
import type { ExportedFile } from '../../contract/exported-file.ts'
import type { MethodInput } from '../../contract/methods.ts'
import type { ProgramClient } from '../bridge/program-client.ts'
import { useCommand } from '../bridge/useCommand.ts'
import { saveFile } from '../ui/save-file.ts'
import { useToasts } from '../ui/useToasts.ts'

type ExportMethod = 'lookup.exportSpecs' | 'market.exportCsv'

export interface CsvExport<M extends ExportMethod> {
  readonly running: Readonly<Ref<boolean>>
  /** Saves the file, and shows its name or why it could not be made. */
  run(input: MethodInput<M>): Promise<void>
}

/** Export of a vehicle's data as CSV. `message` words the notice about the saved file; `save` is replaced in tests. */
export function useCsvExport<M extends ExportMethod>(
  client: Pick<ProgramClient, 'call'>,
  method: M,
  message: (rows: number, fileName: string) => string,
  save: (file: ExportedFile) => void = saveFile,
): CsvExport<M> {
  const toasts = useToasts()
  const command = useCommand(client, (input: MethodInput<M>) => client.call<ExportMethod>(method, input))
  return {
    running: command.running,
    async run(input) {
      const file = await command.run(input)
      if (!file) return
      if (!file.ok) {
        toasts.failure(file.error)
        return
      }
      save(file.value)
      toasts.success(message(file.value.rows, file.value.fileName))
    },
  }
}

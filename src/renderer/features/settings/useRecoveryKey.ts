import { computed, type Ref, ref } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useQuery } from '../../bridge/useQuery.ts'

export interface RecoveryKeyPanel {
  /** How the data is protected; null while nothing is stored on this PC: then there is no key. */
  readonly protection: Readonly<Ref<'keychain' | 'password' | null>>
  readonly needsRecoveryKey: Readonly<Ref<boolean>>
  /** The key while it is shown; null otherwise. */
  readonly shown: Readonly<Ref<string | null>>
  readonly failure: Readonly<Ref<Failure | null>>
  show(): Promise<void>
  hide(): void
  print(): void
  /** The user says that the key is printed or stored. */
  confirm(): Promise<void>
}

/** The recovery key in the settings: read from the program only while it is shown. */
export function useRecoveryKey(client: ProgramClient, printPage: () => void = () => window.print()): RecoveryKeyPanel {
  const status = useQuery(client, 'storage.status', { refreshOn: ['storage.changed'] })
  const reading = useCommand(client, 'storage.recoveryKey')
  const confirming = useCommand(client, 'storage.confirmRecoveryKey')
  const shown = ref<string | null>(null)
  const open = computed(() => (status.data.value?.state === 'open' ? status.data.value : null))

  return {
    protection: computed(() => {
      const protection = open.value?.protection ?? 'nothing-kept'
      return protection === 'nothing-kept' ? null : protection
    }),
    needsRecoveryKey: computed(() => open.value?.needsRecoveryKey === true),
    shown,
    failure: computed(() => reading.failure.value ?? confirming.failure.value),
    async show() {
      const answer = await reading.run({})
      if (answer?.ok) shown.value = answer.value.recoveryKey
    },
    hide() {
      shown.value = null
    },
    print: printPage,
    async confirm() {
      const answer = await confirming.run({})
      if (!answer?.ok) return
      status.set(answer.value)
      shown.value = null
    },
  }
}

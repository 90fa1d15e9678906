import { computed, ref } from 'vue'
import { together, useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** The recovery key in the settings: read from the program only while it is shown. */
export function useRecoveryKey(printPage: () => void = () => window.print()) {
  const status = useQuery('storage.status', { refreshOn: ['storage.changed'] })
  const shown = ref<string | null>(null)
  const reading = useAction('storage.recoveryKey', {
    failed: 'shown',
    done: ({ recoveryKey }) => void (shown.value = recoveryKey),
  })
  const confirming = useAction('storage.confirmRecoveryKey', {
    failed: 'shown',
    done(next) {
      status.set(next)
      shown.value = null
    },
  })
  const open = computed(() => (status.data.value?.state === 'open' ? status.data.value : null))

  return {
    /** How the data is protected; null while nothing is stored on this PC: then there is no key. */
    protection: computed(() => {
      const protection = open.value?.protection ?? 'nothing-kept'
      return protection === 'nothing-kept' ? null : protection
    }),
    needsRecoveryKey: computed(() => open.value?.needsRecoveryKey === true),
    shown,
    failure: together(reading, confirming).failure,
    show: () => reading.run(),
    hide() {
      shown.value = null
    },
    print: printPage,
    /** The user says that the key is printed or stored. */
    confirm: () => confirming.run(),
  }
}

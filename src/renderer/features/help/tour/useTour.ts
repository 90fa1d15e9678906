import { computed, ref } from 'vue'
import type { Connection } from '../../../../contract/connections.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { tourSteps } from './tour-text.ts'

/** The steps of the tour and how far the user is, saved with the preferences. `kind`: of the connection in use. */
export function useTour(kind: () => Connection['kind'] | null) {
  const { read, call } = useClient()
  const at = ref(0)
  const isRunning = ref(false)
  /** The user started it here, so it may be shown over real data. */
  const wasAskedFor = ref(false)
  /** Null: the tour is not shown. */
  const step = computed(() => (isRunning.value && (kind() === 'practice' || wasAskedFor.value) ? at.value : null))
  const current = computed(() => (step.value === null ? null : (tourSteps[step.value] ?? null)))
  const isLast = computed(() => step.value === tourSteps.length - 1)

  /** A step that cannot be saved is shown all the same. */
  async function move(to: number): Promise<void> {
    at.value = Math.min(Math.max(to, 0), tourSteps.length - 1)
    await call('app.setPreferences', { tour: 'later', tourStep: at.value })
  }

  async function end(): Promise<void> {
    isRunning.value = false
    wasAskedFor.value = false
    await call('app.setPreferences', { tour: 'ended', tourStep: 0 })
  }

  return {
    step,
    current,
    isLast,
    /** Continues by itself over practice data, when the user neither skipped nor finished it. */
    async load() {
      const saved = await read('app.preferences', {})
      if (!saved.ok || isRunning.value) return
      const { tour, tourStep } = saved.value
      at.value = Math.min(tourStep, tourSteps.length - 1)
      isRunning.value = tour === 'offered' || tour === 'later'
    },
    /** The user asked for it: begins, or continues where it was left. Works over every connection. */
    async start() {
      wasAskedFor.value = true
      isRunning.value = true
      await move(at.value)
    },
    async next() {
      if (isLast.value) await end()
      else await move(at.value + 1)
    },
    back: () => move(at.value - 1),
    /** Hides it until the next start of the program. */
    async later() {
      isRunning.value = false
      wasAskedFor.value = false
      await call('app.setPreferences', { tour: 'later', tourStep: at.value })
    },
    /** Hides it for good. Only the user starts it again. */
    async end() {
      at.value = 0
      await end()
    },
  }
}

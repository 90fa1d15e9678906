import { computed, ref } from 'vue'
import { hasGoal } from '../../../../contract/call-figures.ts'
import type { ReportPeriod } from '../../../../contract/sightings.ts'
import { useAction } from '../../../bridge/useAction.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { saveAndSay } from '../../../ui/save-file.ts'
import { reportText } from './report-text.ts'

/** As far as the program counts back. */
const furthestBack = 600

/** The calls of a week or month in numbers. */
export function useCallReport() {
  const period = ref<ReportPeriod['period']>('week')
  const back = ref(0)
  const shown = (): ReportPeriod => ({ period: period.value, back: back.value })
  const report = useQuery('sightings.report', {
    input: shown,
    refreshOn: ['sightings.changed', 'connections.changed'],
    minGapMs: 400,
  })
  const exporting = useAction('sightings.exportReport', { done: saveAndSay(() => reportText.saved) })
  const settingGoal = useAction('sightings.setGoal', {
    done: (_answer, goal) => reportText.goal.saved(hasGoal(goal)),
    undo: ({ before }) => ({ group: 'goal', run: () => void undoingGoal.run(before) }),
  })
  const undoingGoal = useAction('sightings.setGoal')

  return {
    period,
    back,
    report,
    isEmpty: computed(() => {
      const total = report.data.value?.total
      return total !== undefined && Object.values(total).every((count) => count === 0)
    }),
    saving: exporting.busy,
    savingGoal: settingGoal.busy,
    setGoal: settingGoal.run,
    choose(next: ReportPeriod['period']) {
      period.value = next
      back.value = 0
    },
    /** Moves by weeks or months: 1 is earlier, -1 later. */
    move(by: number) {
      back.value = Math.min(furthestBack, Math.max(0, back.value + by))
    },
    save: (format: 'csv' | 'xlsx') => exporting.run({ ...shown(), format }),
  }
}

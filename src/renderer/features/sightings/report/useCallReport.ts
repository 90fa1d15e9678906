import { computed, type ComputedRef, ref, type Ref } from 'vue'
import type { CallGoal } from '../../../../contract/call-figures.ts'
import type { CallReport, ReportPeriod } from '../../../../contract/sightings.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { type Query, useQuery } from '../../../bridge/useQuery.ts'
import { saveFile } from '../../../ui/save-file.ts'
import type { Toasts } from '../../../ui/useToasts.ts'
import { hasGoal } from './goals.ts'
import { reportText } from './report-text.ts'

/** As far as the program counts back. */
const furthestBack = 600

export interface CallReportScreen {
  readonly period: Ref<ReportPeriod['period']>
  readonly back: Readonly<Ref<number>>
  readonly report: Query<CallReport>
  readonly isEmpty: ComputedRef<boolean>
  readonly saving: Readonly<Ref<boolean>>
  choose(period: ReportPeriod['period']): void
  /** Moves by weeks or months: 1 is earlier, -1 later. */
  move(by: number): void
  save(format: 'csv' | 'xlsx'): Promise<void>
  readonly savingGoal: Readonly<Ref<boolean>>
  setGoal(goal: CallGoal): Promise<void>
}

/** The calls of a week or month in numbers. */
export function useCallReport(client: ProgramClient, toasts: Pick<Toasts, 'success' | 'failure'>): CallReportScreen {
  const period = ref<ReportPeriod['period']>('week')
  const back = ref(0)
  const shown = (): ReportPeriod => ({ period: period.value, back: back.value })
  const report = useQuery(client, 'sightings.report', {
    input: shown,
    refreshOn: ['sightings.changed', 'connections.changed'],
    minGapMs: 400,
  })
  const exporting = useCommand(client, 'sightings.exportReport')
  const settingGoal = useCommand(client, 'sightings.setGoal')

  async function setGoal(goal: CallGoal, isUndo = false): Promise<void> {
    const answer = await settingGoal.run(goal)
    if (answer === null) return
    if (!answer.ok) return void toasts.failure(answer.error)
    if (isUndo) return
    const { saved, undo } = reportText.goal
    const { before } = answer.value
    toasts.success(saved(hasGoal(goal)), { label: undo, group: 'goal', run: () => void setGoal(before, true) })
  }

  return {
    period,
    back,
    report,
    isEmpty: computed(() => {
      const total = report.data.value?.total
      return total !== undefined && Object.values(total).every((count) => count === 0)
    }),
    saving: exporting.running,
    savingGoal: settingGoal.running,
    setGoal: (goal) => setGoal(goal),
    choose(next) {
      period.value = next
      back.value = 0
    },
    move(by) {
      back.value = Math.min(furthestBack, Math.max(0, back.value + by))
    },
    async save(format) {
      const answer = await exporting.run({ ...shown(), format })
      if (answer === null) return
      if (!answer.ok) return void toasts.failure(answer.error)
      saveFile(answer.value)
      toasts.success(reportText.saved)
    },
  }
}

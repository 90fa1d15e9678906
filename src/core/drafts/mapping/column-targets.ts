import type { ColumnTarget } from '../../../contract/column-choices.ts'

/** Whether only one column can have this target. Several mobiles are tried in order, and all opt-outs count. */
export const takesOneColumn = (target: ColumnTarget): boolean =>
  !['keep', 'leave_out', 'mobile_number', 'opt_out'].includes(target)

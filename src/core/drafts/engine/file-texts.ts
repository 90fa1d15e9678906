import type { CustomerField } from '../../../contract/draft-rows.ts'
import { addedRowId, isAddedRow } from '../../../contract/row-id.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { cellText } from '../../fields/source-cell.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { DraftState } from './draft-state.ts'
import { sheetHeaders } from './draft-text.ts'

type FileRow = Pick<CheckedRow, 'row' | 'source' | 'values'>

/**
 * The rows of a draft as texts, for a file of some of them: as in the file, and what was typed in rows added by hand, which are
 * in no file. What was typed in other rows is carried by `correction.ts`.
 */
export type FileTexts = ReturnType<typeof fileTexts>

export function fileTexts({ context, index, plan }: Pick<DraftState, 'context' | 'index' | 'plan'>) {
  const typed = new Set<CustomerField>()
  for (const [number, present] of index.added) {
    for (const field of present ? (index.cells.get(addedRowId(number))?.keys() ?? []) : []) typed.add(field)
  }
  const columns = new Map(customerFields.map((field) => [field, columnsOf(field, plan)]))
  const header = [...plan.headers]
  for (const field of customerFields) {
    if (!typed.has(field) || columns.get(field)?.length !== 0) continue
    columns.set(field, [header.length])
    header.push(unusedName(sheetHeaders[field], header))
  }
  const textOf = ({ row, values }: FileRow, field: CustomerField): string => {
    const value = values[field]
    // A typed value that cannot be sent is what has to be corrected.
    if (value === '') return index.cells.textOf(row, field) ?? ''
    return field === 'mobile_number' ? mobileForSending(value, context.region, 'national') : value
  }
  return {
    /** The columns of the file, and one for each field of added rows for which the file has no column. */
    header,
    /** The columns of the header that give a field its value; empty: none. */
    columnsOf: (field: CustomerField): readonly number[] => columns.get(field) ?? [],
    textsOf(row: FileRow): string[] {
      const texts = header.map((_, column) => cellText(row.source.cells[column]))
      if (!isAddedRow(row.row)) return texts
      const edited = new Set(index.cells.get(row.row)?.keys())
      for (const field of edited) {
        const [first] = columns.get(field) ?? []
        if (first === undefined) continue
        texts[first] = textOf(row, field)
      }
      if (plan.splitsPlates && (edited.has('rego') || edited.has('state')))
        texts[plan.column.rego] = `${textOf(row, 'rego')} ${textOf(row, 'state')}`.trim()
      return texts
    },
  }
}

/** The columns that give a field its value. A state that is in the column of the rego has none of its own. */
function columnsOf(field: CustomerField, plan: ColumnPlan): number[] {
  const { title, first, middle, last, company, full } = plan.nameColumns
  const isFound = (column: number): boolean => column >= 0
  switch (field) {
    case 'client_name':
      return [full, first, last, middle, company, title].filter(isFound)
    case 'mobile_number':
      return [...plan.mobileColumns]
    case 'state':
      return plan.splitsPlates ? [plan.column.rego] : [plan.column.state].filter(isFound)
    default:
      return [plan.column[field]].filter(isFound)
  }
}

function unusedName(name: string, header: readonly string[]): string {
  let unused = name
  for (let number = 2; header.includes(unused); number += 1) unused = `${name} (${number})`
  return unused
}

import type { ColumnValue } from '../../../contract/draft-values.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import { listedField, hasValueList, listValues, type ListedValue } from '../mapping/column-value-list.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { clear, planned, refused, set, type ActionPlan } from './plan-entries.ts'

/** What a value means: another text in all rows (null: the text of the file), or whether its rows are excluded. */
export type ValueMeaning = { readonly text: string | null } | { readonly excluded: boolean }

/** The values of a column with what they mean; null: there are too many, or the column has no such list. */
export function columnValues(
  state: DraftState,
  index: number,
): { readonly field: CustomerField | null; readonly values: ColumnValue[] } | null {
  const listed = valuesOf(state, index)
  if (!listed) return null
  const { field, values } = listed
  return { field, values: field ? fieldValues(state, field, values) : otherValues(state, index, values) }
}

function valuesOf({ counts, plan, table }: DraftState, index: number) {
  const target = plan.columns[index]?.target
  if (!target || !hasValueList(target)) return null
  const values = listValues(index, table.header[index] ?? '', counts)
  return values && { field: listedField(target), values }
}

/** Each value as it is sent in the first row that has it. */
function fieldValues({ index, rows }: DraftState, field: CustomerField, values: readonly ListedValue[]): ColumnValue[] {
  const wanted = new Map(values.map((value) => [value.text, value]))
  const found = new Map<string, number>()
  const originalAt = rows.originalsOf(field)
  for (let position = 0; position < rows.length && found.size < wanted.size; position += 1) {
    const text = originalAt(position)
    if (!found.has(text) && wanted.has(text)) found.set(text, position)
  }
  return values.map(({ text, rows: count }) => {
    const position = found.get(text)
    const row = position === undefined ? null : rows.at(position)
    return {
      text,
      rows: count,
      value: row?.values[field] ?? '',
      problem: row?.issues.find((one) => one.field === field && one.severity !== 'info')?.message ?? null,
      changed: index.replacements.get(field)?.has(text) ?? false,
      excluded: false,
    }
  })
}

function otherValues(state: DraftState, index: number, values: readonly ListedValue[]): ColumnValue[] {
  const contact = state.plan.contact.columns.find(({ column }) => column === index)
  return values.map(({ text, rows, note }) => ({
    text,
    rows,
    value: text,
    problem: null,
    changed: contact?.values?.has(note) ?? false,
    excluded: contact ? excludesRow(text, contact) : false,
  }))
}

/** Gives a value its meaning in all rows. */
export function chooseValue(state: DraftState, index: number, text: string, meaning: ValueMeaning): ActionPlan {
  const listed = valuesOf(state, index)
  const value = listed?.values.find((one) => one.text === text)
  if (!listed || !value) return refused(refusals.noValue)
  const { field } = listed
  const header = state.plan.headers[index] ?? ''
  if ('excluded' in meaning) {
    if (field !== null) return refused(refusals.noValue)
    const override = { kind: 'note', key: value.key, excluded: meaning.excluded } as const
    return planned(changeLabels.valueExcluded(text, header, meaning.excluded), [set(state, override)])
  }
  if (field === null) return refused(refusals.noValue)
  const key = { kind: 'replacement', field, original: text } as const
  return planned(changeLabels.valueChanged(text, header, meaning.text), [
    meaning.text === null ? clear(state, key) : set(state, { ...key, text: meaning.text }),
  ])
}

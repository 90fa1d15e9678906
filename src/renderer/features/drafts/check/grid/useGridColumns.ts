import { computed } from 'vue'
import type { RowColumn } from '../../../../../contract/draft-rows.ts'
import type { CustomerField, Draft } from '../../../../../contract/drafts.ts'
import type { ProgramClient } from '../../../../bridge/program-client.ts'
import { useQuery } from '../../../../bridge/useQuery.ts'
import { fieldLabels } from '../../drafts-text.ts'

/** A column of the check grid: a field of the customer, or a column of the file by its position. */
export interface ShownColumn {
  readonly key: string
  readonly title: string
  readonly column: RowColumn
  readonly shown: boolean
}

const fieldOrder: readonly CustomerField[] = [
  'rego',
  'state',
  'client_name',
  'mobile_number',
  'sale_date',
  'vin',
  'expiry_date',
]

/** Which columns the grid can show, and which it shows. The choice is remembered for all drafts; columns of the file by their header. */
export function useGridColumns(client: ProgramClient, draft: () => Draft) {
  const saved = useQuery(client, 'drafts.gridColumns')
  const chosen = computed(() => saved.data.value ?? { hidden: [], headers: [] })

  const fields = computed<readonly ShownColumn[]>(() =>
    fieldOrder
      .filter((field) => field !== 'state' || draft().region === 'au')
      .map((field) => ({
        key: field,
        title: fieldLabels[field],
        column: field,
        // Few files have an auto-delete date; its column is shown only then.
        shown:
          !chosen.value.hidden.includes(field) &&
          (field !== 'expiry_date' || draft().columns.some(({ target }) => target === field)),
      })),
  )
  const others = computed<readonly ShownColumn[]>(() =>
    draft()
      .columns.filter(({ target }) => target === 'keep' || target === 'leave_out')
      .map(({ index, header }) => ({
        key: `file-${index}`,
        title: header,
        column: index,
        shown: chosen.value.headers.includes(header),
      })),
  )

  /** Shows or hides a column, at once and for later drafts. */
  async function setShown({ column, title }: ShownColumn, shown: boolean): Promise<void> {
    const { hidden, headers } = chosen.value
    const next =
      typeof column === 'number'
        ? { hidden: [...hidden], headers: [...headers.filter((one) => one !== title), ...(shown ? [title] : [])] }
        : { headers: [...headers], hidden: [...hidden.filter((one) => one !== column), ...(shown ? [] : [column])] }
    saved.set(next)
    const answer = await client.call('drafts.setGridColumns', next)
    if (!answer.ok) await saved.refresh()
  }

  return {
    fields,
    others,
    shown: computed(() => [...fields.value, ...others.value].filter(({ shown }) => shown)),
    setShown,
    titleOf: (column: RowColumn | 'row'): string =>
      [...fields.value, ...others.value].find((one) => one.column === column)?.title ?? 'Row',
  }
}

export type GridColumns = ReturnType<typeof useGridColumns>

import { computed } from 'vue'
import type { GridColumns as Columns } from '../../../../../contract/grid-columns.ts'
import type { RowColumn, CustomerField } from '../../../../../contract/draft-rows.ts'
import type { Draft } from '../../../../../contract/drafts.ts'
import { widestRowText } from '../../../../../contract/row-id.ts'
import { useClient } from '../../../../bridge/program-client.ts'
import { useQuery } from '../../../../bridge/useQuery.ts'
import { rowNumberWidth } from '../../../../ui/grid/column-width.ts'
import { maxPinned, type GridColumn } from '../../../../ui/grid/grid.ts'
import { fieldLabels } from '../../drafts-text.ts'
import { checkText } from '../check-text.ts'

/** A column of the check grid: a field of the customer, or a column of the file by its position. */
export interface ShownColumn {
  readonly key: string
  readonly title: string
  readonly column: RowColumn
  readonly shown: boolean
  readonly pinned: boolean
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

const nothingChosen: Columns = { hidden: [], headers: [], pinned: { fields: [], headers: [] } }

/** Which columns the grid can show, and which it shows. The choice is remembered for all drafts; columns of the file by their header. */
export function useGridColumns(draft: () => Draft) {
  const client = useClient()
  const saved = useQuery('drafts.gridColumns')
  const chosen = computed(() => saved.data.value ?? nothingChosen)

  const fields = computed<readonly ShownColumn[]>(() =>
    fieldOrder
      .filter((field) => field !== 'state' || draft().region === 'au')
      .map((field) => ({
        key: field,
        title: fieldLabels[field],
        column: field,
        pinned: chosen.value.pinned.fields.includes(field),
        // Few files have an expiry date; its column is shown only then.
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
        pinned: chosen.value.pinned.headers.includes(header),
        shown: chosen.value.headers.includes(header),
      })),
  )

  const withItem = <T>(items: readonly T[], item: T, isIn: boolean): T[] => [
    ...items.filter((one) => one !== item),
    ...(isIn ? [item] : []),
  ]
  async function save(next: Columns): Promise<void> {
    saved.set(next)
    const answer = await client.call('drafts.setGridColumns', next)
    if (!answer.ok) await saved.refresh()
  }

  /** Shows or hides a column, at once and for later drafts. */
  function setShown({ column, title }: ShownColumn, shown: boolean): Promise<void> {
    const { hidden, headers, pinned } = chosen.value
    return typeof column === 'number'
      ? save({ hidden, headers: withItem(headers, title, shown), pinned })
      : save({ hidden: withItem(hidden, column, !shown), headers, pinned })
  }
  /** The same for columns that stay at the left. */
  function setPinned({ column, title }: ShownColumn, isPinned: boolean): Promise<void> {
    const { hidden, headers, pinned } = chosen.value
    const next =
      typeof column === 'number'
        ? { ...pinned, headers: withItem(pinned.headers, title, isPinned) }
        : { ...pinned, fields: withItem(pinned.fields, column, isPinned) }
    return save({ hidden, headers, pinned: next })
  }
  const shown = computed(() => {
    const columns = [...fields.value, ...others.value].filter((column) => column.shown)
    return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)]
  })

  return {
    fields,
    others,
    shown,
    canPin: computed(() => shown.value.filter(({ pinned }) => pinned).length < maxPinned),
    setShown,
    setPinned,
    titleOf: (column: RowColumn | 'row'): string =>
      [...fields.value, ...others.value].find((one) => one.column === column)?.title ?? 'Row',
  }
}

export type GridColumns = ReturnType<typeof useGridColumns>

const statusPx = 36

/** The row number and the status, before the columns that the user chooses. They stay at the left where others do. */
export const leadingColumns = (largestRow: number, pinned: boolean): readonly GridColumn[] => [
  {
    key: 'row',
    title: checkText.grid.row,
    width: rowNumberWidth(widestRowText(largestRow)),
    fixed: true,
    align: 'end',
    resizable: false,
    pinned,
    selectsRow: true,
  },
  {
    key: 'status',
    title: checkText.grid.status,
    titleHidden: true,
    width: statusPx,
    fixed: true,
    resizable: false,
    pinned,
  },
]

/** Texts of a usual length. */
const usualTexts: Readonly<Record<string, string>> = {
  rego: 'ABC 123',
  vin: '6G1FA8E5AZ4033922',
  client_name: 'Alexandra Smith',
  mobile_number: '0491 570 006',
  sale_date: '28/12/2024',
  expiry_date: '28/12/2024',
} satisfies Partial<Record<CustomerField, string>>

/** Without a file, the values come later: a text as long as they usually are. */
export const usualText = ({ fileName }: Pick<Draft, 'fileName'>, key: string): string =>
  fileName === '' ? (usualTexts[key] ?? '') : ''

import type { DraftRow } from '../../../../contract/drafts.ts'
import { copyTable } from '../../../ui/grid/grid-clipboard.ts'
import { useToasts } from '../../../ui/useToasts.ts'
import { checkText } from './check-text.ts'
import type { DraftCheck } from './useCheck.ts'

/** Copies rows of the grid that are not all loaded. */
export function useRowCopy(
  rows: Pick<DraftCheck['rows'], 'fetchRows'>,
  announce: (text: string) => void,
  copy: typeof copyTable = copyTable,
) {
  const toasts = useToasts()
  return async (
    { top, bottom }: { readonly top: number; readonly bottom: number },
    textsOf: (row: DraftRow) => readonly string[],
  ): Promise<void> => {
    const { copying } = checkText
    const wanted = bottom - top + 1
    const table: (readonly string[])[] = []
    for await (const part of rows.fetchRows(top, bottom)) {
      if (!part.ok) return void toasts.failure(part.error)
      for (const row of part.value) table.push(textsOf(row))
      announce(copying.progress(table.length, wanted))
    }
    announce('')
    if (copy(table)) return void toasts.success(copying.done(table.length))
    // A browser allows writing to the clipboard only shortly after a key or a click; fetching the rows took longer.
    toasts.success(copying.ready(table.length), {
      label: copying.copy,
      run: () => copy(table) && toasts.success(copying.done(table.length)),
    })
  }
}

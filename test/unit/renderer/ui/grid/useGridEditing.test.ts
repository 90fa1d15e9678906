import { nextTick, ref, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { gridText } from '../../../../../src/renderer/ui/grid/grid-text.ts'
import { useGridEditing } from '../../../../../src/renderer/ui/grid/useGridEditing.ts'
import { withinScope } from '../../within-scope.ts'

/** Edits the name of a row that is then removed from the list. Returns the notice; null: there is none. */
async function loseRow(type: string | null): Promise<string | null> {
  const rows = ref(['Annie', 'Ben'])
  let told: string | null = null
  const { editor, startEdit } = withinScope(() =>
    useGridEditing({
      active: shallowRef({ row: 0, column: 0 }),
      columns: () => [{ key: 'name', title: 'Name', width: 100, editable: true }],
      cell: (row) => ({ text: rows.value[row] ?? '' }),
      rowCount: () => rows.value.length,
      rowKey: (row) => rows.value[row] ?? '',
      version: () => rows.value,
      input: () => undefined,
      onStart: () => undefined,
      onEdit: () => undefined,
      onLost: (typed) => (told = gridText.rowLeft(typed)),
    }),
  )
  startEdit({ row: 0, column: 0 })
  if (type !== null) editor.type(type)
  rows.value = ['Ben']
  await nextTick()
  return told
}

it('says what was typed when the edited row leaves the list, and nothing was typed when its text is the old one', async () => {
  expect(await loseRow('Anne')).toMatch(/Nothing was changed\. You had typed: Anne$/)
  expect(await loseRow(null)).toMatch(/Nothing was changed\.$/)
})

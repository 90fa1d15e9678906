import { expect, it } from 'vitest'
import { failure, success } from '../../../../../../src/contract/result.ts'
import { useRowCopy } from '../../../../../../src/renderer/features/drafts/check/useRowCopy.ts'
import { createToasts, type Toasts } from '../../../../../../src/renderer/ui/useToasts.ts'
import { withinScope } from '../../../within-scope.ts'
import { sampleRow } from '../sample-draft.ts'

function copying(parts: readonly (readonly number[] | 'failed')[]) {
  const said: string[] = []
  const copied: (readonly (readonly string[])[])[] = []
  const notices: string[] = []
  let refused = 0
  const rows: Parameters<typeof useRowCopy>[0] = {
    async *fetchRows() {
      for (const part of parts) {
        yield part === 'failed'
          ? failure({ kind: 'offline', message: 'Offline.' })
          : success(part.map((row) => sampleRow(row)))
      }
    },
  }
  const toasts: Toasts = {
    ...createToasts(),
    success(text, action) {
      const id = notices.push(text)
      action?.run()
      return id
    },
    failure: (shown) => notices.push(typeof shown === 'string' ? shown : shown.message),
  }
  const copy = withinScope(
    () =>
      useRowCopy(
        rows,
        (text) => said.push(text),
        (table) => (refused-- > 0 ? false : copied.push(table) > 0),
      ),
    { toasts },
  )
  return { copy, copied, notices, said, refuseNext: () => (refused = 1) }
}

it('copies rows that are not loaded, and says how far it is', async () => {
  const { copy, copied, notices, said } = copying([[2, 3], [4]])
  await copy({ top: 0, bottom: 2 }, ({ row }) => [`row ${row}`])
  expect(copied).toEqual([[['row 2'], ['row 3'], ['row 4']]])
  expect(said).toEqual(['Copying 2 of 3 rows', 'Copying 3 of 3 rows', ''])
  expect(notices).toEqual(['3 rows copied.'])
})

it('offers to copy again when the browser refuses because the key was pressed too long ago', async () => {
  const { copy, copied, notices, refuseNext } = copying([[2]])
  refuseNext()
  await copy({ top: 0, bottom: 0 }, () => ['one'])
  expect(notices).toEqual(['1 row ready to copy.', '1 row copied.'])
  expect(copied).toHaveLength(1)
})

it('copies nothing when rows cannot be fetched', async () => {
  const { copy, copied, notices } = copying([[2], 'failed'])
  await copy({ top: 0, bottom: 900 }, () => ['one'])
  expect(copied).toEqual([])
  expect(notices).toEqual(['Offline.'])
})

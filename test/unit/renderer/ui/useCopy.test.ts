import { expect, it, vi } from 'vitest'
import { useCopy } from '../../../../src/renderer/ui/useCopy.ts'
import { createToasts } from '../../../../src/renderer/ui/useToasts.ts'
import { installClipboard } from '../clipboard-twin.ts'

it('says that copying failed, and copies on the second attempt', async () => {
  const clipboard = installClipboard()
  clipboard.refuses = true
  const toasts = createToasts()
  const { copy, copied } = useCopy(toasts)
  await copy('1AB2CD', 'Copied the rego.')
  expect(copied.value).toBe(false)
  expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: expect.stringContaining('Couldn’t copy') }])
  clipboard.refuses = false
  toasts.shown.value[0]?.action?.run()
  await vi.waitFor(() => expect(copied.value).toBe(true))
  expect(clipboard.text).toBe('1AB2CD')
  expect(toasts.shown.value.at(-1)).toMatchObject({ tone: 'success', text: 'Copied the rego.' })
})

it.each([
  ['=cmd()', "'=cmd()"],
  ['+61 491 570 006', '+61 491 570 006'],
  ['{"a": 1}', '{"a": 1}'],
])('copies %j as %j, so that a spreadsheet does not run it', async (text, expected) => {
  const clipboard = installClipboard()
  await useCopy(createToasts()).copy(text)
  expect(clipboard.text).toBe(expected)
})

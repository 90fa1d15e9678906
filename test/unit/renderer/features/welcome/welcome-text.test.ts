import { expect, it } from 'vitest'
import { welcomeText } from '../../../../../src/renderer/features/welcome/welcome-text.ts'

it('shows why the data cannot be opened, with what to do, as the program says it', () => {
  const reason = "Forecourt can't write to its data folder. Ask your IT support for access, then try again."
  expect(welcomeText.storageState({ state: 'unavailable', reason })).toEqual({
    title: 'Your data can’t be opened',
    text: reason,
  })
})

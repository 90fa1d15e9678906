import { createApp, effectScope } from 'vue'
import { expect, it } from 'vitest'
import { createUnsavedInputs, unsavedInputsKey, useKeptInputs } from '../../../../src/renderer/ui/useUnsavedInput.ts'

/** A screen with one note, which it keeps when it closes. */
function openScreen(inputs: ReturnType<typeof createUnsavedInputs>) {
  const app = createApp({}).provide(unsavedInputsKey, inputs)
  const scope = effectScope()
  const screen = { note: '', close: () => scope.stop() }
  app.runWithContext(() =>
    scope.run(() => {
      const begun = useKeptInputs<string>('Call note', (): void => void begun.set('a', screen.note))
      screen.note = begun.get('a') ?? ''
    }),
  )
  return screen
}

it('a note that was begun is named while its screen is closed, and is there again', () => {
  const inputs = createUnsavedInputs()
  const screen = openScreen(inputs)
  screen.note = 'Wants 30 thousand'
  screen.close()
  expect(inputs.names()).toEqual(['Call note'])
  inputs.add(() => 'Call note')
  expect(inputs.names()).toEqual(['Call note'])
  expect(openScreen(inputs).note).toBe('Wants 30 thousand')
})

it('a kept note is not named by itself once its screen is open again, where it may be cleared', () => {
  const inputs = createUnsavedInputs()
  const screen = openScreen(inputs)
  screen.note = 'Wants 30 thousand'
  screen.close()
  openScreen(inputs).note = ''
  expect(inputs.names()).toEqual([])
})

it('a note that was discarded is gone, on the open screen and on a closed one', () => {
  const inputs = createUnsavedInputs()
  const first = openScreen(inputs)
  first.note = 'Wants 30 thousand'
  first.close()
  const second = openScreen(inputs)
  inputs.discard()
  // The open screen is created again.
  second.close()
  expect(inputs.names()).toEqual([])
  expect(openScreen(inputs).note).toBe('')
})

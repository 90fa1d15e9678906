import { createApp, effectScope } from 'vue'
import { onTestFinished } from 'vitest'
import { clientKey, type ProgramClient, type WindowClient } from '../../../src/renderer/bridge/program-client.ts'
import { type Confirmation, confirmKey, createConfirmQueue } from '../../../src/renderer/ui/useConfirm.ts'
import { createToasts, type Toasts, toastsKey } from '../../../src/renderer/ui/useToasts.ts'
import { createUnsavedInputs, type UnsavedInputs, unsavedInputsKey } from '../../../src/renderer/ui/useUnsavedInput.ts'

/** What the window around a composable offers. */
interface Around {
  readonly client?: ProgramClient
  readonly toasts?: Toasts
  /** Answers a question of the program. */
  readonly answer?: (question: Confirmation) => boolean
  readonly unsaved?: UnsavedInputs
}

/** Makes a composable as a component would. Its scope ends with the test. */
export function withinScope<T>(
  make: () => T,
  { client, toasts = createToasts(), answer = () => true, unsaved = createUnsavedInputs() }: Around = {},
  scope = effectScope(),
): T {
  const app = createApp({})
    .provide(toastsKey, toasts)
    .provide(unsavedInputsKey, unsaved)
    .provide(confirmKey, { ...createConfirmQueue(), ask: (question) => Promise.resolve(answer(question)) })
  if (client) app.provide(clientKey, client as WindowClient)
  onTestFinished(() => scope.stop())
  const made = app.runWithContext(() => scope.run(make))
  if (made === undefined) throw new Error('The scope ran nothing.')
  return made
}

import type { call, onEvent } from './client.ts'

/** The two verbs of the bridge, as a composable takes them: a test gives a twin, a component gives the real ones. */
export interface ProgramClient {
  readonly call: typeof call
  readonly onEvent: typeof onEvent
}

import type { HttpBindings } from '@hono/node-server'

/** What the routes know of a call: the account that the credentials belong to. */
export interface PracticeEnv {
  Bindings: HttpBindings
  Variables: { accountId: number }
}

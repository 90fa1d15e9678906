import { forwardHandlers, type Handlers } from '../../contract/methods.ts'
import { readSetting } from '../database/settings.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { BackgroundPart } from '../scheduling/background-parts.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import type { InspectorParts } from './inspector.ts'
import { inspectorSetting } from './inspector-setting.ts'

type WebhookHandlers = Pick<Handlers<AbortSignal>, 'webhooks' | 'inspector'>

export interface LateWebhooks {
  readonly handlers: WebhookHandlers
  readonly life: BackgroundPart
  /** Removes what is stored about the webhooks of a connection whose practice data is reset. */
  forgetConnection(connectionId: string): Promise<void>
}

/** Webhooks and the inspector, loaded when they are first used, or at the start when the inspector was used before. */
export function createLateWebhooks(storage: OpenStorage, parts: InspectorParts): LateWebhooks {
  const { database, log } = storage
  const part = createLatePart(
    async () => {
      const [{ createInspector }, { createWebhooks }] = await Promise.all([
        import('./inspector.ts'),
        import('./webhooks.ts'),
      ])
      const inspector = createInspector(storage, parts)
      return { inspector, webhooks: createWebhooks(storage, { view: inspector.view, isPractice: parts.isPractice }) }
    },
    ({ inspector }) => inspector.life,
    { log, failure: 'inspector.notLoaded' },
  )
  const forward = <D extends keyof WebhookHandlers>(domain: D): WebhookHandlers[D] =>
    forwardHandlers<WebhookHandlers, D, AbortSignal>(domain, part.load)
  return {
    handlers: { webhooks: forward('webhooks'), inspector: forward('inspector') },
    life: {
      start() {
        part.start(readSetting(database, inspectorSetting) !== null)
      },
      close: part.close,
    },
    async forgetConnection(connectionId) {
      const { inspector, webhooks } = await part.load()
      for (const each of [inspector, webhooks]) each.forgetConnection(connectionId)
    },
  }
}

import type { DomainHandlers } from '../../contract/methods.ts'
import { notYet } from '../not-yet.ts'
import type { Session } from '../session.ts'
import type { Inspector } from './inspector.ts'

export type Webhooks = DomainHandlers<'webhooks', AbortSignal>

export interface WebhooksParts {
  readonly inspector: Inspector
}

export function createWebhooks(_session: Session, _parts: WebhooksParts): Webhooks {
  return notYet('webhooks')
}

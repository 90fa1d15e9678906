import type { DomainHandlers } from '../../../contract/methods.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { createBinHandlers } from './bin-handlers.ts'
import { createContactHandlers } from './contact-handlers.ts'
import { createEditHandlers } from './edit-handlers.ts'
import { createHandlerContext, type HandlerParts } from './handler-context.ts'
import { createUpdateHandlers, type PrepareUpdates, type ReadKnownRows } from './update-handlers.ts'
import { createListHandlers } from './list-handlers.ts'

/** The methods of the contract's `customers`, for the connection and region in use. */
export function createCustomerHandlers(
  storage: OpenStorage,
  parts: HandlerParts,
  readKnownRows: ReadKnownRows,
): DomainHandlers<'customers', AbortSignal> & { readonly prepareUpdates: PrepareUpdates } {
  const context = createHandlerContext(storage, parts)
  return {
    ...createListHandlers(context),
    ...createEditHandlers(context),
    ...createUpdateHandlers(context, readKnownRows),
    ...createBinHandlers(context),
    ...createContactHandlers(context),
  }
}

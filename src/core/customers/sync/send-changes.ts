import type { EditableField } from '../../../contract/customer-record.ts'
import { recoveryOf } from '../../../contract/recovery.ts'
import type { Region } from '../../../contract/region.ts'
import { assertNever, type FailureKind } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { CustomerPatch, ServiceClient, ServiceFailure } from '../../service/service-client.ts'
import { isSameValue, type EditableFields } from '../cache/previous-versions.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { Edit, RecordToSend } from '../changes/open-edits.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import type { ResultHandler } from './apply-results.ts'
import type { NotFoundRecords } from './not-found-records.ts'

/** How sending the changes of one record ended. `all`: the reason to wait concerns every record of the connection. */
export type SendEnd =
  | { readonly end: 'done' }
  /** The service answered 404: the next complete list decides. */
  | { readonly end: 'not-found' }
  | { readonly end: 'wait'; readonly reason: string; readonly atLeastMs: number | null; readonly all: boolean }

export interface SendParts {
  readonly ledger: ChangeLedger
  readonly deletions: DeletionQueue
  readonly results: ResultHandler
  readonly notFound: NotFoundRecords
  readonly blockedMs: number
  /** Aborts when the program closes: nothing new is read. */
  readonly closing: AbortSignal
  /** Aborts when calls that change something may no longer be waited for. */
  readonly closed: AbortSignal
}

const done: SendEnd = { end: 'done' }

function retryLater({ failure, retryAfterMs }: ServiceFailure): SendEnd {
  return { end: 'wait', reason: failure.message, atLeastMs: retryAfterMs, all: failure.kind === 'rate-limited' }
}

/** Sends the next change of a record: the first pending edit, or else the deletion. */
export async function sendNextChange(
  storage: OpenStorage,
  parts: SendParts,
  scope: ConnectionRegion,
  customerId: string,
): Promise<SendEnd> {
  const client = await storage.connections.client(scope.connectionId, scope.region)
  if (!client.ok) {
    const isTemporary = changeRecovery(client.error.failure.kind) === 'time'
    return isTemporary ? retryLater(client.error) : waitForUser(parts, client.error)
  }
  const edit = parts.ledger.edits.ofCustomer(scope, customerId).find(({ state }) => state === 'pending')
  if (edit) return sendEdit(parts, client.value, edit)
  const deletion = parts.deletions.find(scope, customerId)
  return deletion?.state === 'pending' && !deletion.held
    ? sendDeletion(parts, client.value, scope, customerId, deletion.sent)
    : done
}

async function sendEdit(parts: SendParts, client: ServiceClient, edit: Edit): Promise<SendEnd> {
  const { ledger, results } = parts
  const { scope, customerId } = edit
  const answer = await client.getCustomer(customerId, { attempts: 1, signal: parts.closing })
  if (!answer.ok) {
    return endAfter(parts, answer.error, { customerId, ...scope }, () => results.refuseEdit(edit, answer.error))
  }
  const current = results.complete(scope, answer.value)
  // The user changed or discarded the edit while the record was read: the next step sends what is pending then.
  if (!ledger.edits.isCurrent(edit)) return done
  const sent = [...edit.sent, ...ledger.lateValues(scope, customerId, edit.field)]
  const comparison = compareWithServer({ ...edit, sent }, current, scope.region)
  switch (comparison) {
    case 'saved':
      results.saveEdit(edit, current)
      return done
    case 'conflict':
      results.saveConflict(edit, current)
      return done
    case 'send':
      results.saveRecords(scope, [current])
      return patchRecord(parts, client, edit)
    default:
      return assertNever(comparison)
  }
}

async function patchRecord(parts: SendParts, client: ServiceClient, edit: Edit): Promise<SendEnd> {
  const { ledger, results } = parts
  ledger.markSent(edit)
  const answer = await client.patchCustomer(edit.customerId, toPatch(edit), { signal: parts.closed })
  if (answer.ok) {
    results.saveEdit(edit, results.complete(edit.scope, answer.value, { [edit.field]: edit.value }))
    return done
  }
  if (answer.error.certainty !== 'unknown') ledger.clearSent(edit)
  const record = { customerId: edit.customerId, ...edit.scope }
  const { error } = answer
  if (error.certainty !== 'unknown') return endAfter(parts, error, record, () => results.refuseEdit(edit, error))
  // Whether a call with a lost answer succeeded is seen when the record is read next.
  if (changeRecovery(error.failure.kind) === 'time') return retryLater(error)
  return settleEdit(parts, client, edit, error)
}

/** Ends an edit that was answered with another record: its own shows whether it was saved. */
async function settleEdit(
  parts: SendParts,
  client: ServiceClient,
  edit: Edit,
  error: ServiceFailure,
): Promise<SendEnd> {
  const { results } = parts
  const record = { customerId: edit.customerId, ...edit.scope }
  const answer = await client.getCustomer(edit.customerId, { attempts: 1, signal: parts.closing })
  if (!answer.ok) return endAfter(parts, answer.error, record, () => results.refuseEdit(edit, error))
  const current = results.complete(edit.scope, answer.value)
  if (compareWithServer(edit, current, edit.scope.region) === 'saved') results.saveEdit(edit, current)
  else results.refuseEdit(edit, error)
  return done
}

async function sendDeletion(
  parts: SendParts,
  client: ServiceClient,
  scope: ConnectionRegion,
  customerId: string,
  wasSent: boolean,
): Promise<SendEnd> {
  const { deletions, results } = parts
  deletions.setSent(scope, customerId, true)
  const answer = await client.deleteCustomer(customerId, { signal: parts.closed })
  if (answer.ok) {
    results.saveDeletion(scope, customerId, results.complete(scope, answer.value))
    return done
  }
  const { error } = answer
  const record = { customerId, ...scope }
  const isUnknown = error.certainty === 'unknown'
  if (isUnknown && changeRecovery(error.failure.kind) === 'time') return retryLater(error)
  // The network may have delivered the call twice and passed on the second answer: then this PC has deleted it.
  if (error.failure.kind === 'not-found') return endNotFound(parts, record)
  const refuse = (): void => results.refuseDeletion(scope, customerId, error)
  if (!wasSent && !isUnknown) deletions.setSent(scope, customerId, false)
  else if (changeRecovery(error.failure.kind) === 'record') {
    // This call, or an earlier one whose answer was lost, may have deleted the record: it is read before the refusal is shown.
    const current = await client.getCustomer(customerId, { attempts: 1, signal: parts.closing })
    if (!current.ok) return endAfter(parts, current.error, record, refuse)
    deletions.setSent(scope, customerId, false)
  }
  return endAfter(parts, error, record, refuse)
}

function endNotFound({ notFound }: SendParts, record: RecordToSend): SendEnd {
  notFound.add(record)
  return { end: 'not-found' }
}

function waitForUser({ blockedMs }: SendParts, { failure }: ServiceFailure): SendEnd {
  return { end: 'wait', reason: failure.message, atLeastMs: blockedMs, all: true }
}

function endAfter(parts: SendParts, error: ServiceFailure, record: RecordToSend, refuse: () => void): SendEnd {
  if (error.failure.kind === 'not-found') return endNotFound(parts, record)
  const recovery = changeRecovery(error.failure.kind)
  switch (recovery) {
    case 'time':
      return retryLater(error)
    case 'connection':
      return waitForUser(parts, error)
    case 'record':
      refuse()
      return done
    default:
      return assertNever(recovery)
  }
}

/** The property of PATCH for each field (interface, part 4). */
const patchKeys: Readonly<Record<EditableField, keyof CustomerPatch>> = {
  clientName: 'client_name',
  mobileNumber: 'mobile_number',
  saleDate: 'sale_date',
  expiryDate: 'expiry_date',
}

/** The body of PATCH. A cleared field is sent as the empty string (interface, part 4, rule 2). */
function toPatch({ field, value }: Pick<Edit, 'field' | 'value'>): CustomerPatch {
  return { [patchKeys[field]]: value ?? '' }
}

/**
 * Compares an edit with the record at the service. `saved`: the record has the edit's value. `send`: it has the value from before the
 * edit, or one that this PC sent since. `conflict`: it has another value.
 */
function compareWithServer(
  edit: Pick<Edit, 'field' | 'value' | 'before' | 'sent'>,
  current: EditableFields,
  region: Region,
): 'saved' | 'send' | 'conflict' {
  const serverValue = current[edit.field]
  const isAtServer = (value: string | null): boolean => isSameValue(edit.field, serverValue, value, region)
  // The service may write a mobile number in either form. If the edit changes only the form, the text must be equal.
  const changesOnlyForm = isSameValue(edit.field, edit.before, edit.value, region)
  const isSaved = changesOnlyForm ? (serverValue ?? '') === (edit.value ?? '') : isAtServer(edit.value)
  if (isSaved) return 'saved'
  return isAtServer(edit.before) || edit.sent.some(isAtServer) ? 'send' : 'conflict'
}

/**
 * What an edit or deletion that failed waits for. `time`: it is retried; `connection`: no change of this connection can be sent until the
 * user acts; `record`: the service refused this change alone, and its cell shows the error.
 */
function changeRecovery(kind: FailureKind): 'time' | 'connection' | 'record' {
  // The service answers 403 both for an account without a licence and for a customer of another account (interface, part 7).
  if (kind === 'no-licence') return 'record'
  const recovery = recoveryOf(kind)
  switch (recovery) {
    case 'time':
    case 'none':
      return 'time'
    case 'connection':
    case 'machine':
      return 'connection'
    case 'request':
    case 'program':
      return 'record'
    default:
      return assertNever(recovery)
  }
}

import type { Database } from '../../../../src/core/database/database.ts'
import { insert, plantedAt, scope, scopeColumns, type Planted } from './planted-row.ts'

/** Unfinished work, undo, exports, watched files and what waits for the team. */
export function plantWork(database: Database, person: Planted, at: number): void {
  const { id, name, mobile, rego } = person
  const group = `work ${at}`
  const request = JSON.stringify({ kind: 'edit', words: `Edit ${name}` })
  insert(database, 'customer_step', { ...scopeColumns, group_id: group, kind: 'edit' })
  insert(database, 'customer_unfinished', { ...scopeColumns, group_id: group, request, complete: 1, size: 1 })
  insert(database, 'customer_unfinished_items', {
    group_id: group,
    first: 0,
    items: JSON.stringify([{ customerId: id, from: name, to: mobile }]),
  })
  insert(database, 'customer_unreadable', { ...scopeColumns, record: JSON.stringify({ client_name: name, rego }) })
  insert(database, 'export_log', {
    at: plantedAt,
    person_id: null,
    action: 'customers.export',
    row_count: 1,
    file_name: `${name}.csv`,
    hidden_numbers: 0,
  })
  insert(database, 'watched_file', {
    folder_id: 'folder',
    connection_id: scope.connectionId,
    name: `${name}.csv`,
    size: 10,
    modified_ms: 1,
    state: 'ended',
    found_at: plantedAt,
  })
  insert(database, 'team_outbox', { kind: 'contact', key: JSON.stringify({ people: [`id:${id}`, mobile] }) })
  insert(database, 'team_outbox', { kind: 'outcome', key: JSON.stringify({ customerId: id }) })
  insert(database, 'assignment', { ...scopeColumns, customer_id: id, person_id: 'alex', person_name: 'Alex Chen' })
  insert(database, 'team_upload', {
    device: 'pc',
    id: `upload ${at}`,
    is_own: 0,
    pc_name: 'Front desk',
    at: plantedAt,
    account: 'x',
    region: 'au',
    name: `Cars of ${name}`,
    file_name: `${name}.csv`,
    file_hash: 'ab'.repeat(32),
    rows: 1,
    created: 1,
    finished: 1,
  })
  insert(database, 'upload_customer', { upload_id: 'ended', row: at + 2, customer_id: id })
  insert(database, 'upload_batch_note', { upload_id: 'ended', batch: 0, at: plantedAt, note: `Refused: ${name}` })
}

/** What another PC of the team wrote. */
export function plantTeamEntry(database: Database, person: Planted): void {
  const { next } = database.get<{ next: number }>('SELECT count(*) + 1 AS next FROM team_entry') ?? { next: 1 }
  const { id: customerId, name, rego, vin } = person
  const car = { account: 'x', region: 'au', customerId, rego, state: null, vin, name }
  insert(database, 'team_entry', {
    device: 'pc',
    n: next,
    state: 'accepted',
    kind: 'note',
    subject: `car x id:${customerId}`,
    at_ms: 1,
    arrived_at: 1,
    content: JSON.stringify({ data: { car, text: `Call ${name} on ${person.mobile}` } }),
    body: null,
  })
  database.run('INSERT OR IGNORE INTO team_changed (subject) VALUES (?)', [`car x id:${customerId}`])
}

/**
 * Changes many customers and is killed in one of its transactions. Arguments: the database, its key, what to do, and how many transactions
 * it may make, or `end`: it is killed while it removes the stored items at the end. It first records what an earlier process has begun.
 */
import { openDatabase } from '../../../../../src/core/database/database.ts'
import { customerIds, editsOf, rules, scope } from './group-kill-parts.ts'

const [, , path = '', key = '', what = '', transactions = ''] = process.argv
const opened = openDatabase(path, key)
if (opened.state !== 'ready') throw new Error(opened.state)
let left = Infinity
const { database } = opened
const counted: typeof database = {
  ...database,
  transaction(work) {
    left -= 1
    if (left < 0) process.kill(process.pid, 'SIGKILL')
    return database.transaction(work)
  },
  run(sql, params) {
    if (transactions === 'end' && sql.startsWith('DELETE FROM customer_unfinished WHERE group_id'))
      process.kill(process.pid, 'SIGKILL')
    return database.run(sql, params)
  },
}
const changes = editsOf(counted)
await changes.continueUnfinished(() => undefined)
left = transactions === 'end' ? Infinity : Number(transactions)
if (what === 'paste') {
  const rows = customerIds.map((id) => ({
    id,
    lastUpdated: '',
    texts: { clientName: 'Pasted', expiryDate: '1/2/2030' },
  }))
  await changes.cells(scope, rules, 'paste', rows, null)
}
if (what === 'parts') {
  const rows = customerIds.map((id) => ({
    id,
    lastUpdated: '',
    texts: { clientName: 'Pasted', expiryDate: '1/2/2030' },
  }))
  const half = rows.length / 2
  await changes.cells(scope, rules, 'paste', rows.slice(0, half), { changeId: 'large', isLast: false })
  await changes.cells(scope, rules, 'paste', rows.slice(half), { changeId: 'large', isLast: true })
}
if (what === 'many') await changes.many(scope, rules, customerIds, { do: 'set', field: 'clientName', value: 'Changed' })
if (what === 'update') {
  const fields = [{ field: 'clientName' as const, from: 'Anna', to: 'Changed' }]
  const prepared = await changes.prepareUpdate(
    scope,
    rules,
    customerIds.map((id) => ({ id, changes: fields })),
  )
  counted.transaction(prepared.commit)
  await prepared.run()
}
if (what === 'delete') await changes.delete(scope, customerIds, { at: '2026-11-22T00:00:00.000Z', holdMs: 10_000 })
if (what === 'undo') await changes.undo(scope)
if (what === 'redo') await changes.redo(scope, { at: '2026-11-22T00:00:00.000Z', holdMs: 10_000 })
database.close()

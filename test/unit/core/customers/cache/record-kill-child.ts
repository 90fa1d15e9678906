/** Writes to the customer cache without end, and reports each step after its commit. Arguments: the database, its key, the first step. */
import { writeSync } from 'node:fs'
import { createCustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { openDatabase } from '../../../../../src/core/database/database.ts'
import { applyStep } from './record-kill-steps.ts'

const [, , path = '', key = '', from = '0'] = process.argv
const opened = openDatabase(path, key)
if (opened.state !== 'ready') throw new Error(opened.state)
const cache = createCustomerCache(opened.database)
for (let step = Number(from); ; step += 1) {
  applyStep(cache, step)
  writeSync(1, `${step}\n`)
}

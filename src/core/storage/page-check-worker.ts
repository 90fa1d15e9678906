import { parentPort, workerData } from 'node:worker_threads'
import { checkPages } from '../database/check-pages.ts'
import type { CheckedDatabase } from '../ports/host.ts'

/** The thread that reads every page of the database once. Reading a large database takes seconds. */
const port = parentPort
if (!port) throw new Error('The page check must run in a worker thread')

const { path, key } = workerData as CheckedDatabase
port.postMessage(checkPages(path, key))

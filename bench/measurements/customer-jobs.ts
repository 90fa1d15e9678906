import { cellsPerCall, maxCellsAtOnce } from '../../src/contract/cells-at-once.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { removeRows } from '../../src/core/connections/remove-rows.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { connectionId, openBenchStorage, openOnDisk } from '../core-storage.ts'
import { JobFigures } from '../job-figures.ts'
import type { GivenCustomers, GivenMade, Measurement } from '../measurement.ts'
import { newPlace, openMade, scope, startAndSync, syncOnce } from './customers.ts'

const signal = new AbortController().signal
const everyone = CustomerFilter.parse({})
const allOf = { by: 'filter', filter: everyone } as const

/** The syncs of a long list over HTTP. */
export const syncStretches: Measurement<GivenCustomers> = async ({ service }) => {
  const { path, key } = newPlace()
  const jobs = new JobFigures()
  // The first call of a process loads Node's HTTP client in one piece: 40 ms, which the desktop does not need.
  await (await fetch(service.url)).arrayBuffer()
  const database = openOnDisk(path, key)
  const ending = new AbortController()
  const customers = createCustomers(openBenchStorage(database, ending.signal, service))
  await jobs.measure('firstSync', () => startAndSync(customers))
  await jobs.measure('laterSync', () => syncOnce(customers))
  ending.abort()
  await customers.close()
  database.close()
  const opened = openOnDisk(path, key)
  const again = new AbortController()
  const reopened = createCustomers(openBenchStorage(opened, again.signal, service))
  await jobs.measure('firstList', () =>
    reopened.list({ ...everyone, sort: 'clientName', descending: false, offset: 0, limit: 100 }, signal),
  )
  await jobs.measure('syncAfterStart', () => startAndSync(reopened))
  again.abort()
  await reopened.close()
  opened.close()
  return jobs.figures
}

/** As many rows as one paste may have cells, in the order of the names, each with a text for one cell. */
async function shownRows(customers: Pick<Customers, 'list'>) {
  const rows: { id: string; lastUpdated: string; texts: { clientName: string } }[] = []
  const order = { ...everyone, sort: 'clientName', descending: false } as const
  for (let offset = 0; offset < maxCellsAtOnce; offset += 500) {
    const { customers: page } = await customers.list({ ...order, offset, limit: 500 }, signal)
    for (const { id, lastUpdated } of page) rows.push({ id, lastUpdated, texts: { clientName: 'Pasted Name' } })
    if (page.length < 500) break
  }
  return rows
}

const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / cellsPerCall) }, (_, part) =>
    rows.slice(part * cellsPerCall, (part + 1) * cellsPerCall),
  )

/** What the user does with all customers at once. No change reaches the service. */
export const customerJobs: Measurement<GivenMade> = async ({ customers: count }) => {
  const { customers, storage, close } = await openMade(count, newPlace())
  const jobs = new JobFigures()
  customers.start()
  await syncOnce(customers)
  const columns = ['clientName', 'rego', 'state', 'vin', 'mobileNumber', 'saleDate', 'vehicleTitle', 'lastSighting']
  const exported = (format: 'csv' | 'xlsx') => async (): Promise<void> => {
    const file = await customers.export(
      {
        ...everyone,
        sort: 'clientName',
        descending: false,
        includeDoNotContactNumbers: false,
        columns,
        format,
      },
      signal,
    )
    if (file.rows !== count) throw new Error(`${file.rows} of ${count} customers were exported`)
  }
  await jobs.measure('exportCsv', exported('csv'))
  await jobs.measure('exportXlsx', exported('xlsx'))
  const moved = { do: 'move-date', field: 'expiryDate', years: 1, months: 0 } as const
  const rows = await shownRows(customers)
  await jobs.measure('pastePreview', async () => {
    for (const part of inParts(rows)) await customers.previewCells({ rows: part }, signal)
  })
  await jobs.measure('paste', async () => {
    const parts = inParts(rows)
    for (const [index, part] of parts.entries()) {
      const place = { changeId: 'paste', isLast: index === parts.length - 1 }
      await customers.changeCells({ kind: 'paste', rows: part, part: place }, signal)
    }
  })
  await jobs.measure('undoPaste', () => customers.undo({}, signal))
  await jobs.measure('editAll', () => customers.editMany({ selection: allOf, change: moved }, signal))
  await jobs.measure('undoAll', () => customers.undo({}, signal))
  await jobs.measure('status', () => customers.status({}, signal))
  await jobs.measure('facts', () => customers.facts({}, signal))
  await jobs.measure('sighted', async () => customers.sightedCustomers(scope))
  await jobs.measure('vehicleKeys', async () => customers.vehicleKeys(connectionId, 'au'))
  await jobs.measure('deleteAll', () => customers.delete({ selection: allOf }, signal))
  await jobs.measure('statusDeleting', () => customers.status({}, signal))
  await jobs.measure('wipe', () => removeRows(storage.database, connectionId, signal))
  await close()
  return jobs.figures
}

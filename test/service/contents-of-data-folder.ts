import Papa from 'papaparse'
import type { Customer } from '../../src/contract/customers.ts'
import type { Draft, DraftRow } from '../../src/contract/drafts.ts'
import type { VehicleLookup } from '../../src/contract/lookup.ts'
import type { Failure } from '../../src/contract/result.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import type { DataFolderProgram } from './data-folder-program.ts'

/**
 * Reads one area of a data folder through the contract, and gives it plain names that do not depend on the contract.
 * Sentences are left out, so that the `expected.json` of a fixture stays valid when texts are rewritten. When a field
 * of the contract is renamed, change the reader and never `expected.json`.
 */
type Reader = (program: DataFolderProgram) => Promise<unknown>

const readFailure = (failure: Failure | null): unknown =>
  failure && { kind: failure.kind, hasMessage: failure.message !== '', hasNext: (failure.next ?? '') !== '' }

/** Leaves out empty values, so that `expected.json` stays readable. */
function omitEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown): boolean =>
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}

const connections: Reader = async ({ get }) => {
  const { connections: all, current } = await get('connections.state', {})
  return all.map((each) => ({
    id: each.id,
    name: each.name,
    kind: each.kind,
    address: each.baseUrl,
    signIn: each.scheme,
    region: each.region,
    createdAt: each.createdAt,
    hasCredentials: each.credentials !== 'missing',
    isCurrent: each.id === current?.id,
    advanced: {
      mobileForm: each.advanced.mobileForm,
      malaysiaRegionCode: each.advanced.malaysiaRegionCode,
      batchSize: each.advanced.firstBatchSize,
      pageSize: each.advanced.pageSize,
      referenceKey: each.advanced.referenceKey,
    },
  }))
}

const settings: Reader = async ({ get }) => {
  const preferences = await get('app.preferences', {})
  const lookup = await get('lookup.settings', {})
  const sightings = await get('sightings.settings', {})
  const inspector = await get('inspector.state', {})
  return {
    theme: preferences.theme,
    lookup: { reuseHours: lookup.repeatAfterHours, state: lookup.state, pageLength: lookup.pageLength },
    sightings: { everyMinutes: sightings.checkEveryMinutes, notify: sightings.notify },
    inspectorStartsWithProgram: inspector.startsByItself,
  }
}

const readCells = (row: DraftRow): unknown =>
  Object.fromEntries(
    Object.entries(row.cells).flatMap(([field, { original, value, edited }]) =>
      original === '' && value === '' && !edited ? [] : [[field, { original, value, ...(edited ? { edited } : {}) }]],
    ),
  )

const readDecisions = (draft: Draft): unknown => ({
  sheet: draft.source.sheet,
  headerRow: draft.source.headerRow,
  targets: Object.fromEntries(draft.columns.map(({ header, target }) => [header, target])),
  dateOrders: Object.fromEntries(
    draft.columns.flatMap(({ header, dates }) =>
      dates ? [[header, { order: dates.order, decidedBy: dates.decidedBy }]] : [],
    ),
  ),
  defaultState: draft.defaultState,
  knownCustomers: draft.knownCustomers,
})

const readGroups = (draft: Draft): unknown =>
  draft.groups
    .map(({ rule, severity, field, rows, value, proposal }) => ({ rule, severity, field, rows, value, proposal }))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const byFileName = (one: { fileName: string }, other: { fileName: string }): number =>
  one.fileName < other.fileName ? -1 : 1

const drafts: Reader = async ({ get }) => {
  const { drafts: all } = await get('drafts.list', {})
  const read = []
  for (const summary of all.toSorted(byFileName)) {
    const draft = await get('drafts.get', { id: summary.id })
    const { rows } = await get('drafts.rows', { id: summary.id, offset: 0, limit: 500 })
    read.push({
      id: draft.id,
      fileName: draft.fileName,
      region: draft.region,
      createdAt: draft.createdAt,
      changedAt: draft.changedAt,
      step: draft.step,
      countsInList: summary.counts,
      counts: draft.counts,
      fileKind: draft.source.kind,
      bytes: draft.source.sizeBytes,
      sheets: draft.source.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows, hidden: sheet.hidden })),
      ...(readDecisions(draft) as object),
      otherRows: draft.notRecords.map(({ row, text }) => ({ row, text })),
      groups: readGroups(draft),
      canUndo: draft.undo !== null,
      canRedo: draft.redo !== null,
      rows: rows.map((row) => ({
        row: row.row,
        status: row.status,
        cells: readCells(row),
        issues: row.issues.map(({ rule, severity, field, proposal }) => omitEmpty({ rule, severity, field, proposal })),
      })),
    })
  }
  return read
}

/** The part of a draft that undo and redo change. */
async function readDraftState({ get }: DataFolderProgram, id: string): Promise<unknown> {
  const draft = await get('drafts.get', { id })
  const { rows } = await get('drafts.rows', { id, offset: 0, limit: 500 })
  return {
    counts: draft.counts,
    decisions: readDecisions(draft),
    edited: rows
      .toSorted((one, other) => one.row - other.row)
      .flatMap(({ row, cells }) =>
        Object.entries(cells).flatMap(([field, cell]) => (cell.edited ? [`${row} ${field} ${cell.value}`] : [])),
      ),
    excluded: rows
      .filter(({ status }) => status === 'left-out')
      .map(({ row }) => row)
      .toSorted((one, other) => one - other),
  }
}

/** The state of each draft after each undo, and then after each redo. Afterwards there is nothing left to redo. */
export const draftHistories: Reader = async (program) => {
  const { get } = program
  const { drafts: all } = await get('drafts.list', {})
  const histories: Record<string, { undone: unknown[]; redone: unknown[] }> = {}
  for (const { id, fileName } of all.toSorted(byFileName)) {
    const undone: unknown[] = []
    while ((await get('drafts.get', { id })).undo !== null) {
      await get('drafts.undo', { id })
      undone.push(await readDraftState(program, id))
    }
    const redone: unknown[] = []
    while ((await get('drafts.get', { id })).redo !== null) {
      await get('drafts.redo', { id })
      redone.push(await readDraftState(program, id))
    }
    histories[fileName] = { undone, redone }
  }
  return histories
}

/** `running` and `waiting` depend on the network, so both count as in progress. */
function readUploadState({ state }: Upload): string {
  return state === 'running' || state === 'waiting' ? 'in progress' : state
}

export const readRowCounts = ({ rows }: Upload): Readonly<Record<string, number>> => ({
  inFile: rows.inFile,
  excluded: rows.leftOut,
  pending: rows.pending,
  notSent: rows.notSent,
  sent: rows.sent,
  accepted: rows.accepted,
  failed: rows.failed,
  notProcessed: rows.notProcessed,
  inProcess: rows.inProcess,
})

const uploads: Reader = async ({ get }) => {
  const { uploads: all } = await get('uploads.list', {})
  const read = []
  for (const { id } of all) {
    const upload = await get('uploads.get', { id })
    const { rows } = await get('uploads.rows', { id, offset: 0, limit: 500 })
    const remainder = await get('uploads.exportRemainder', { id })
    read.push({
      id,
      name: upload.name,
      fileName: upload.fileName,
      region: upload.region,
      createdAt: upload.createdAt,
      finishedAt: upload.finishedAt,
      state: readUploadState(upload),
      rowCounts: readRowCounts(upload),
      looksUpVins: upload.lookUpMissingVins,
      paidLookups: upload.paidLookups,
      failure: readFailure(upload.failure),
      batches: upload.batches.map(({ number, state, rows: size, uploaded, processed, errors, note }) => ({
        number,
        state,
        rows: size,
        uploaded,
        processed,
        errors,
        hasNote: note !== null,
      })),
      rows: rows.map((row) =>
        omitEmpty({
          row: row.row,
          outcome: row.outcome,
          hasReason: row.reason !== null,
          customerId: row.customerId,
          rego: row.rego,
          vin: row.vin,
          name: row.clientName,
        }),
      ),
      // Without the first and last column, which hold the row number and the reason: they are added to the columns of
      // the file.
      remainder: Papa.parse<string[]>(remainder.text.trim().replace(/^\ufeff/, '')).data.map((cells) =>
        cells.slice(1, -1),
      ),
    })
  }
  return read
}

const readCustomer = (customer: Customer): unknown => ({
  id: customer.id,
  updatedAt: customer.lastUpdated,
  ...omitEmpty({
    rego: customer.rego,
    state: customer.state,
    vin: customer.vin,
    name: customer.clientName,
    mobile: customer.mobileNumber,
    soldOn: customer.saleDate,
    expiresOn: customer.expiryDate,
    vehicle: customer.vehicleTitle,
    sightings: customer.sightings.map((sighting) => ({
      at: sighting.at,
      listing: sighting.listingId,
      url: sighting.listingUrl,
      title: sighting.listingTitle,
      price: sighting.listingPrice,
    })),
    additional: Object.keys(customer.additionalFields).length > 0 ? customer.additionalFields : null,
    edits: customer.edits.map(({ field, value, state }) => ({ field, value, state })),
    deletion: customer.deleting && { state: customer.deleting.state, failure: readFailure(customer.deleting.failure) },
    doNotContact: customer.doNotContact,
  }),
})

const customers: Reader = async ({ get }) => {
  const status = await get('customers.status', {})
  const facts = await get('customers.facts', {})
  const { total, customers: all } = await get('customers.list', {
    sort: 'rego',
    descending: false,
    offset: 0,
    limit: 500,
  })
  return {
    counts: {
      total: status.total,
      withSightings: status.withSightings,
      edits: status.edits,
      deletions: status.deletions,
      inBin: status.inBin,
      syncedAt: status.syncedAt,
      vanished: status.vanished,
    },
    byState: facts.states,
    byUpload: facts.uploads,
    byAdditionalField: facts.fields,
    withoutVin: facts.missingVin,
    total,
    records: all.map(readCustomer),
    // These use the search index and the index of additional fields.
    found: {
      byWords: (await get('customers.list', { search: 'ana nguyen', offset: 0, limit: 100 })).customers.map(
        ({ id }) => id,
      ),
      byField: (
        await get('customers.list', { fields: [{ name: 'Colour', contains: 'red' }], offset: 0, limit: 100 })
      ).customers.map(({ id }) => id),
      unsaved: (await get('customers.list', { unsettled: true, offset: 0, limit: 100 })).customers
        .map(({ id }) => id)
        .toSorted(),
    },
  }
}

const edits: Reader = async ({ get }) => {
  const { edits: all } = await get('customers.edits', {})
  return all.map((edit) => ({
    id: edit.editId,
    customerId: edit.customerId,
    customerName: edit.clientName,
    field: edit.field,
    before: edit.before,
    value: edit.value,
    state: edit.state,
    elsewhere: edit.elsewhere,
    failure: readFailure(edit.failure),
  }))
}

const bin: Reader = async ({ get }) => {
  const { total, records } = await get('customers.bin', { offset: 0, limit: 500 })
  const { records: found } = await get('customers.bin', { search: 'bin', offset: 0, limit: 500 })
  return {
    total,
    records: records.map(({ customer, deletedAt, pending, restoreUploadId }) => ({
      customer: readCustomer(customer),
      deletedAt,
      pending,
      restoreUploadId,
    })),
    foundByWord: found.map(({ customer }) => customer.id),
  }
}

/** The history of each customer that has one. */
const changes: Reader = async ({ get }) => {
  const { customers: all } = await get('customers.list', { sort: 'rego', offset: 0, limit: 500 })
  const { records } = await get('customers.bin', { offset: 0, limit: 500 })
  const { edits: open } = await get('customers.edits', {})
  const ids = [...all.map(({ id }) => id), ...records.map(({ customer }) => customer.id)]
  const read: Record<string, unknown> = {}
  for (const id of [...new Set([...ids, ...open.map(({ customerId }) => customerId)])].toSorted()) {
    const history = await get('customers.history', { id })
    if (history.changes.length === 0) continue
    read[id] = {
      uploads: history.uploads.map(({ uploadId, name, row }) => ({ uploadId, name, row })),
      changes: history.changes.map((change) =>
        omitEmpty({
          group: change.group,
          at: change.at,
          kind: change.kind,
          field: change.field,
          before: change.before,
          after: change.after,
          undone: change.undone,
        }),
      ),
    }
  }
  return read
}

const views: Reader = async ({ get }) => {
  const { views: all, columns } = await get('customers.views', {})
  const readColumn = (column: { key: string; widthPx: number; shown: boolean; pinned: boolean }): unknown => ({
    key: column.key,
    width: column.widthPx,
    shown: column.shown,
    pinned: column.pinned,
  })
  return {
    views: all.map((view) => ({
      id: view.id,
      name: view.name,
      sort: view.sort,
      descending: view.descending,
      filter: {
        search: view.filter.search,
        states: view.filter.states,
        sighting: view.filter.sighting,
        expiresWithinDays: view.filter.expiresWithinDays,
        uploadId: view.filter.uploadId,
        withoutVin: view.filter.missingVin,
        fields: view.filter.fields.map(({ name, contains }) => ({ name, contains })),
        unsaved: view.filter.unsettled,
      },
      columns: view.columns.map(readColumn),
    })),
    columns: columns && columns.map(readColumn),
  }
}

const callList: Reader = async ({ get }) => {
  const summary = await get('sightings.summary', {})
  const { total, cars } = await get('sightings.list', { view: 'all', offset: 0, limit: 200 })
  const read = []
  for (const { customer } of cars.toSorted((one, other) => (one.customer.id < other.customer.id ? -1 : 1))) {
    const { car, entries } = await get('sightings.get', { customerId: customer.id })
    read.push({
      customerId: customer.id,
      outcome: car.outcome,
      ...omitEmpty({
        isNew: car.isNew,
        priceDropped: car.hasDropped,
        price: car.price,
        earlierPrice: car.earlierPrice,
        sightings: car.sightings.length,
        phone: car.phone?.tel,
        doNotContact: car.customer.doNotContact,
        notes: entries.map((entry) =>
          omitEmpty({
            id: entry.id,
            at: entry.at,
            outcome: entry.outcome,
            // The note of an entry that allows contact again is written by the program.
            text: entry.outcome === 'new' ? null : entry.note,
            nextAction: entry.nextAction,
            nextDate: entry.nextDate,
            amount: entry.amount,
          }),
        ),
        comparison: car.comparison && {
          state: car.comparison.state,
          vehicleId: car.comparison.vehicleId,
          median: car.comparison.median,
          rank: car.comparison.rank,
          listings: car.comparison.of,
          sampleSize: car.comparison.sampleSize,
          days: car.comparison.daysChecked,
          adjustedPrice: car.comparison.adjustedPrice,
          at: car.comparison.at,
        },
      }),
    })
  }
  return {
    total,
    lastVisitAt: summary.lastVisitAt,
    newCars: summary.views.new,
    priceDrops: summary.views['price-drops'],
    closed: summary.views.closed,
    peopleNotToContact: summary.doNotContact,
    cars: read,
  }
}

const readLookup = (answer: VehicleLookup): unknown => ({
  id: answer.id,
  kind: answer.kind,
  query: answer.query,
  state: answer.state,
  outcome: answer.outcome,
  vehicleId: answer.vehicle?.vehicleId ?? null,
  title: answer.vehicle?.title ?? null,
  confidence: answer.vehicle?.confidence?.part ?? null,
  facets: answer.facets,
  fields: answer.vehicle?.details.map(({ name }) => name) ?? [],
  optionPacks: answer.optionPacks.map(({ id, price }) => ({ id, price })),
  vin: answer.authority?.vin ?? null,
  description: answer.authority?.description ?? null,
  warnings: answer.warnings.length,
  pinned: answer.pinned,
  fromThisPc: answer.kept,
  at: answer.at,
})

/** The look-ups that were made for the fixture. The reader repeats them, and each result has to come from this PC. */
export const sampleQueries = {
  plates: [
    { plate: 'REG4SUCCESS', state: 'VIC' },
    { plate: 'REG4WARNING', state: 'NSW' },
    { plate: 'REG4NOMATCH', state: 'QLD' },
    { plate: 'REG4VINONLY', state: 'WA' },
    { plate: 'NOPLATE', state: 'VIC' },
  ],
  words: { text: 'toyota corolla', chosen: { make: 'Toyota' }, count: 3 },
  facets: { make: 'Mazda' },
  specsCategories: ['base', 'safety'],
  minimumDays: 90,
} as const

/** The vehicle whose specs and market were looked up: that of the first plate. */
async function findVehicleId({ get }: DataFolderProgram): Promise<string> {
  const { vehicle } = await get('lookup.findPlate', sampleQueries.plates[0])
  if (vehicle?.vehicleId) return vehicle.vehicleId
  throw new Error('The first plate has no vehicle')
}

const lookups: Reader = async (program) => {
  const { get } = program
  const { lookups: recent } = await get('lookup.recent', {})
  const opened = []
  for (const { id, kind } of recent) if (kind !== 'text') opened.push(readLookup(await get('lookup.open', { id })))
  const repeated = []
  for (const plate of sampleQueries.plates) repeated.push(readLookup(await get('lookup.findPlate', plate)))
  const vehicleId = await findVehicleId(program)
  const vin = recent.find(({ kind }) => kind === 'vin')?.query ?? ''
  const words = await get('lookup.search', sampleQueries.words)
  const facets = await get('lookup.facets', { chosen: sampleQueries.facets })
  const { plate, state } = sampleQueries.plates[0]
  const status = await get('lookup.status', { plate, state })
  const specs = await get('lookup.specs', { vehicleId, categories: [...sampleQueries.specsCategories] })
  const market = await get('market.view', { vehicleId, minimumDays: sampleQueries.minimumDays })
  return {
    recent: recent.map((each) => ({
      id: each.id,
      kind: each.kind,
      query: each.query,
      state: each.state,
      region: each.region,
      pinned: each.pinned,
      at: each.at,
    })),
    opened,
    repeated,
    vin: readLookup(await get('lookup.findVin', { vin })),
    words: {
      vehicles: words.vehicles.map((vehicle) => ({ vehicleId: vehicle.vehicleId, title: vehicle.title })),
      fromThisPc: words.kept,
      at: words.at,
    },
    facets: {
      total: facets.total,
      models: facets.facets.find(({ name }) => name === 'model')?.options,
      makes: facets.facets.find(({ name }) => name === 'make')?.options.length,
      fromThisPc: facets.kept,
      at: facets.at,
    },
    status: {
      plate: status.plate,
      state: status.state,
      vin: status.vin,
      status: status.status,
      expiry: status.expiry,
      incidents: status.incidents.map((incident) => ({ date: incident.recordedDate, code: incident.code })),
      fromThisPc: status.kept,
      at: status.at,
    },
    specs: {
      parts: specs.parts.map(({ category, given, details }) => ({
        category,
        given,
        fields: details.map(({ name }) => name),
      })),
      fromThisPc: specs.kept,
      at: specs.at,
    },
    market: {
      sampleSize: market.sampleSize,
      days: market.daysChecked,
      median: market.figures.median,
      medianKms: market.figures.medianKms,
      listings: market.listings.map((listing) => [listing.id, listing.price, listing.kms]),
      fromThisPc: market.kept,
      at: market.at,
    },
  }
}

const receivedEvents: Reader = async ({ get }) => {
  const { total, events } = await get('inspector.events', { limit: 500 })
  const read = []
  for (const event of events) {
    const opened = await get('inspector.open', { number: event.number })
    read.push({
      number: event.number,
      at: event.at,
      region: event.region,
      event: event.event,
      bytes: event.sizeBytes,
      state: event.state,
      hasSummary: event.summary !== '',
      appliedTo: event.applied?.customerId ?? null,
      prices: opened.valuation?.prices.map(({ before, after }) => [before, after]) ?? null,
      text: opened.text,
    })
  }
  return { total, events: read }
}

/** The readers that work without the service, by area. */
export const readers: Readonly<Record<string, Reader>> = {
  connections,
  settings,
  drafts,
  uploads,
  customers,
  edits,
  bin,
  changes,
  views,
  callList,
  lookups,
  receivedEvents,
}

/** Needs the service, which stores the webhooks. Their pings are stored on this PC. */
export const webhooks: Reader = async ({ get }) => {
  const { webhooks: all } = await get('webhooks.list', {})
  const read = []
  for (const webhook of all) {
    const { pings } = await get('webhooks.pings', { id: webhook.id })
    read.push({
      id: webhook.id,
      createdAt: webhook.createdAt,
      name: webhook.name,
      events: webhook.events,
      endpoint: webhook.endpointShown,
      hasSecret: webhook.hasSecret,
      toInspector: webhook.toInspector,
      pings: pings.map((ping) => ({
        at: ping.at,
        status: ping.responseStatus,
        ms: ping.responseTimeMs,
        endpoint: ping.endpointShown,
        succeeded: ping.ok,
      })),
    })
  }
  return read
}

/** What the practice service stores. */
export const practiceContents: Reader = async (program) => {
  const { control } = program.service()
  return {
    customers: control.customers().map((customer) => ({
      id: customer.id,
      rego: customer.rego,
      name: customer.client_name,
      mobile: customer.mobile_number,
      soldOn: customer.sale_date,
      sightings: customer.sightings.length,
      reference: customer.additional_fields['forecourt_ref'] ?? null,
    })),
    uploads: control.uploads().map((upload) => ({
      id: upload.id,
      name: upload.name,
      createdAt: upload.created_at,
      uploaded: upload.total_uploaded_customers,
      processed: upload.total_processed_customers,
      errors: upload.total_errors,
    })),
    queued: control.queuedCustomers(),
  }
}

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Upload } from '../../src/contract/uploads.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { practiceContents, readers, webhooks } from './data-folder/contents.ts'
import { startOnDataFolder, type DataFolderProgram } from './data-folder/data-folder-program.ts'
import { draftHistories } from './data-folder/draft-contents.ts'
import { readRowCounts } from './data-folder/upload-contents.ts'

/**
 * A data folder of an earlier version has to open in this version with all of its contents. Renaming a stored name (a
 * table, a column, a state, a setting, a key of stored JSON) needs a migration in `src/core/database/migrations.ts`,
 * or code that still reads the old name. Never change the fixture or its `expected.json` instead.
 */
const fixture = join(import.meta.dirname, '..', 'fixtures', 'data-folder-0.1')

interface Expected {
  readonly closedAt: string
  readonly customerWithPlannedSighting: string
  readonly contents: Readonly<Record<string, unknown>>
  readonly draftHistories: unknown
  readonly practice: { readonly uploads: readonly { readonly name: string }[] }
  readonly webhooks: unknown
}
const expected = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as Expected
/** Customers of the practice service in New Zealand. The customer list shows Australia. */
const customersInNewZealand = 12
const nameAtService = {
  clientName: 'client_name',
  mobileNumber: 'mobile_number',
  saleDate: 'sale_date',
  expiryDate: 'expiry_date',
} as const
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Opens a copy of the fixture. Its clock starts at the time when the fixture was closed, so that the test does not
 * depend on today's date. The practice service cannot be reached yet.
 */
async function openCopy(folder: string): Promise<DataFolderProgram> {
  cpSync(join(fixture, 'data-folder'), folder, { recursive: true })
  const program = await startOnDataFolder(folder, { startsAt: expected.closedAt, offline: true })
  try {
    expect(await program.get('storage.status', {})).toEqual({ state: 'needs-password' })
    expect(await program.unlock()).toMatchObject({ state: 'open', protection: 'password', notice: null })
  } catch (error) {
    await program.close()
    throw error
  }
  return program
}

async function openForTest(): Promise<DataFolderProgram> {
  const program = await openCopy(createDataFolder())
  onTestFinished(() => program.close())
  return program
}

describe('a data folder of version 0.1', () => {
  let program: DataFolderProgram
  let practiceAtStart: unknown

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-test-'))
    program = await openCopy(folder)
    practiceAtStart = toJson(await practiceContents(program))
    return async () => {
      await program.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each(Object.keys(expected.contents))('keeps its %s', async (area) => {
    const read = readers[area]
    if (!read) throw new Error(`No reader for ${area}`)
    expect(toJson(await read(program))).toEqual(expected.contents[area])
  })

  it('keeps the data of its practice service', () => {
    expect(practiceAtStart).toEqual(expected.practice)
  })

  it('has an expectation for every reader', () => {
    expect(Object.keys(readers)).toEqual(Object.keys(expected.contents))
  })

  it('opens without unexpected errors', () => {
    expect(program.unexpectedErrors).toEqual([])
  })
})

describe('the drafts of a data folder of version 0.1', () => {
  it('can be undone and redone step by step', async () => {
    const program = await openForTest()
    expect(toJson(await draftHistories(program))).toEqual(expected.draftHistories)
  })

  it('can be edited, and a file with a known header gets the remembered columns', async () => {
    const { get, addFile } = await openForTest()
    const { drafts } = await get('drafts.list', {})
    const id = drafts.find(({ fileName }) => fileName === 'b-check.csv')?.id ?? ''
    const edited = await get('drafts.editCell', { id, row: 15, field: 'sale_date', value: '28/02/2023' })
    expect(edited.redo).toBeNull()
    const [row] = (await get('drafts.rowsByNumber', { id, rows: [15] })).rows
    expect(row?.cells.sale_date).toEqual({ original: '31/02/2023', value: '2023-02-28', edited: true })
    const group = edited.groups.find(({ rule }) => rule === 'row.no-vehicle')?.key ?? ''
    await get('drafts.fixGroup', { id, group, value: '1MC1AA' })
    const sent = await get('drafts.setStep', { id, step: 'send' })
    expect(sent).toMatchObject({ step: 'send', counts: { error: 0 } })
    await get('drafts.undo', { id })
    const undone = await get('drafts.undo', { id })
    expect(undone.counts.error).toBe(2)

    const header = 'Deal No,First Name,Surname,Mobile,Rego,State,VIN,Delivered,Rego Expiry,Do Not Contact,Colour'
    const fileId = addFile(
      'next.csv',
      `${header}\r\n2001,Ana,Nguyen,0491 570 006,1MD1AA,,,03/04/2023,03/04/2029,,Red\r\n`,
    )
    const next = await get('drafts.open', { fileId })
    expect(next.step).toBe('check')
    expect(next.defaultState).toBe('NSW')
    expect(next.columns.map(({ target }) => target)).toEqual([
      'leave_out',
      'first_name',
      'last_name',
      'mobile_number',
      'rego',
      'state',
      'vin',
      'sale_date',
      'expiry_date',
      'opt_out',
      'keep',
    ])
    expect(next.columns.find(({ target }) => target === 'sale_date')?.dates?.order).toBe('dmy')
  })
})

describe('the uploads and edits of a data folder of version 0.1', () => {
  it('can be undone: an edit, a call note, an edit of a customer who was deleted elsewhere', async () => {
    const { get } = await openForTest()
    const { edits } = await get('customers.edits', {})
    const last = edits.at(-1)
    await get('customers.undo', {})
    const left = (await get('customers.edits', {})).edits
    expect(left.map(({ editId }) => editId)).toEqual(
      edits.filter(({ editId }) => editId !== last?.editId).map(({ editId }) => editId),
    )

    const gone = edits.find(({ failure }) => failure?.kind === 'not-found')
    const record = await get('customers.dropEdit', { editId: gone?.editId ?? '' })
    expect(record).toMatchObject({
      id: gone?.customerId,
      rego: '1FA2BB',
      saleDate: '2023-03-13',
      mobileNumber: '0491570006',
    })

    const { cars } = await get('sightings.list', { view: 'all', offset: 0, limit: 200 })
    const blocked = cars.find(({ customer }) => customer.doNotContact)
    const allowed = await get('sightings.undoRecord', { customerId: blocked?.customer.id ?? '' })
    expect(allowed.customer.doNotContact).toBe(false)
    expect(allowed.phone?.tel).toBe('tel:+61491572983')
  })

  it('continue, and every row and every change arrives exactly once', async () => {
    const program = await openForTest()
    const { get, waitFor } = program
    const { control } = program.service()
    const { uploads } = await get('uploads.list', {})
    const idOf = (name: string): string => uploads.find((upload) => upload.name === name)?.id ?? ''
    const { drafts } = await get('drafts.list', {})
    const draftId = drafts.find(({ step }) => step === 'send')?.id ?? ''
    const pending = (await get('customers.edits', {})).edits.filter(({ state }) => state === 'pending')
    const fromDraft = await get('uploads.create', {
      draftId,
      name: 'From the draft',
      lookUpMissingVins: false,
      listAgeConfirmed: true,
    })

    await get('practice.set', { outage: 'none' })
    expect(toJson(await webhooks(program))).toEqual(expected.webhooks)
    await get('practice.set', { speed: 'at-once' })
    await get('uploads.settle', { id: idOf('Undecided'), batch: 1, arrived: true })
    await get('uploads.resume', { id: idOf('Stopped') })
    const untilFinished = async (id: string): Promise<Upload> =>
      waitFor(async () => {
        const upload = await get('uploads.get', { id })
        return upload.finishedAt === null ? undefined : upload
      })

    const summarise = async (id: string): Promise<unknown> => {
      const upload = await untilFinished(id)
      return { state: upload.state, ...readRowCounts(upload) }
    }
    const noOthers = { excluded: 0, pending: 0, notSent: 0, failed: 0, notProcessed: 0, inProcess: 0 }
    const allAccepted = (rows: number): object => ({
      ...noOthers,
      state: 'complete',
      inFile: rows,
      sent: rows,
      accepted: rows,
    })
    expect(await summarise(idOf('Running'))).toEqual({ ...allAccepted(27), inFile: 28, excluded: 1 })
    expect(await summarise(idOf('Stopped'))).toEqual(allAccepted(5))
    expect(await summarise(idOf('Undecided'))).toEqual(allAccepted(4))
    expect(await summarise(idOf('Restored from the bin'))).toEqual(allAccepted(2))
    expect(await summarise(fromDraft.id)).toEqual(allAccepted(3))

    // The service has each accepted row once.
    const referencesAtService = (upload: string): string[] =>
      control
        .customers()
        .flatMap(({ additional_fields: { forecourt_ref: reference } }) =>
          typeof reference === 'string' ? [reference] : [],
        )
        .filter((reference) => reference.startsWith(`fc-${upload}-`))
        .toSorted()
    for (const name of ['Running', 'Stopped', 'Restored from the bin']) {
      const { rows } = await get('uploads.rows', { id: idOf(name), outcome: 'accepted', offset: 0, limit: 500 })
      expect(referencesAtService(idOf(name))).toEqual(rows.map(({ row }) => `fc-${idOf(name)}-${row}`).toSorted())
      for (const { customerId, rego } of rows) expect(control.customer(customerId ?? '')?.rego).toBe(rego)
    }
    expect(
      control
        .customers()
        .flatMap(({ rego }) => (rego?.startsWith('1UA') ? [rego] : []))
        .toSorted(),
    ).toEqual(['1UA0BA', '1UA1BA', '1UA2BA', '1UA3BA'])
    // The batches whose answers were lost had arrived, and were not sent again.
    const known = expected.practice.uploads.map(({ name }) => name)
    expect(
      control
        .uploads()
        .slice(known.length)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['From the draft', 'Restored from the bin', 'Running (part 4)', 'Running (part 5)', 'Stopped'])

    await expect
      .poll(async () => {
        const status = await get('customers.status', {})
        return { ...status, missing: control.customerCount() - customersInNewZealand - status.total }
      })
      .toMatchObject({
        missing: 0,
        syncing: null,
        edits: { pending: 0, failed: 2, conflicts: 1 },
        deletions: { pending: 0, failed: 1 },
        inBin: 3,
      })
    const saved = pending.map(({ customerId, field }) => {
      const value = control.customer(customerId)?.[nameAtService[field]] ?? null
      return field.endsWith('Date') && value !== null ? value.slice(0, 10) : value
    })
    expect(saved).toEqual(pending.map(({ value }) => value))
    const named = (name: string): number => control.customers().filter(({ client_name }) => client_name === name).length
    expect(['Bin Customer 1', 'Bin Customer 2', 'Bin Customer 3'].map(named)).toEqual([1, 1, 0])
    expect(named('Changed Here')).toBe(0)

    const { edits } = await get('customers.edits', {})
    const conflict = edits.find(({ state }) => state === 'conflict')
    await get('customers.retryEdit', { editId: conflict?.editId ?? '', overwrite: true })
    await waitFor(async () => (named('Changed Here') === 1 ? true : undefined))
    await get('customers.retryDeletions', {})
    await waitFor(async () => {
      const { deletions, inBin } = await get('customers.status', {})
      return deletions.failed === 0 && deletions.pending === 0 && inBin === 4 ? true : undefined
    })

    // The planned sighting of the practice service still happens.
    const countSightings = (): number => control.customer(expected.customerWithPlannedSighting)?.sightings.length ?? 0
    const before = countSightings()
    program.moveClock(15 * 60_000)
    control.advanceClock(0)
    expect(countSightings()).toBe(before + 1)
    expect(program.unexpectedErrors).toEqual([])
  })
})

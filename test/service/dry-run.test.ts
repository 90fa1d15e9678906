import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { utils, write } from '@e965/xlsx'
import type { Draft } from '../../src/contract/drafts.ts'
import type { DryRunRequest } from '../../src/contract/upload-history.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

interface Shape {
  readonly region?: 'au' | 'nz'
  readonly references?: boolean
  readonly lookUpMissingVins?: boolean
  readonly rows: number
  content(): { readonly name: string; readonly content: string | Buffer }
  prepare?(pc: ProgramTwin, draft: Draft): Promise<unknown>
}

const plate = (car: number): string => `1AB${1_000 + car}`
const csvOf = (header: readonly string[], rows: readonly (readonly string[])[]) => ({
  name: 'sold.csv',
  content: Papa.unparse([[...header], ...rows.map((row) => [...row])]),
})
const cars = (count: number, row: (car: number) => readonly string[]) =>
  Array.from({ length: count }, (_, car) => row(car))

const shapes: Record<string, Shape> = {
  'a list with extra fields, signs and quotes': {
    rows: 7,
    lookUpMissingVins: true,
    content: () =>
      csvOf(
        ['Rego', 'State', 'Customer Name', 'Mobile', 'Sale date', 'Notes'],
        cars(7, (car) => [
          plate(car),
          'VIC',
          `Zoë "Z" O’Neil ${car}`,
          '0491 570 006',
          '4/3/2024',
          'said “später”\n=1+1 \\ 🚗',
        ]),
      ),
  },
  'a list without references': {
    rows: 5,
    references: false,
    content: () =>
      csvOf(
        ['Rego', 'State', 'Customer Name'],
        cars(5, (car) => [plate(car), 'NSW', `Client ${car}`]),
      ),
  },
  'a list of New Zealand': {
    rows: 4,
    region: 'nz',
    content: () =>
      csvOf(
        ['Rego', 'Customer Name', 'Mobile'],
        cars(4, (car) => [`ABC${100 + car}`, `Client ${car}`, '021 123 456']),
      ),
  },
  'rows with two cars each': {
    rows: 8,
    content: () =>
      csvOf(
        ['Customer Name', 'Rego 1', 'State 1', 'Rego 2', 'State 2'],
        cars(4, (car) => [`Client ${car}`, plate(car), 'VIC', plate(car + 50), 'QLD']),
      ),
  },
  'two sheets that are read together, with an edited and an excluded row': {
    rows: 7,
    content() {
      const book = utils.book_new()
      for (const [at, name] of ['March', 'April'].entries()) {
        const rows = cars(4, (car) => [plate(car + 100 * at), 'VIC', `Client ${name} ${car}`])
        utils.book_append_sheet(
          book,
          utils.aoa_to_sheet([['Rego', 'State', 'Customer Name'], ...rows.map((row) => [...row])]),
          name,
        )
      }
      return { name: 'months.xlsx', content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
    },
    async prepare(pc, { id, source }) {
      const { choices } = source
      await pc.get('drafts.setTable', { id, choices: { ...choices, sheets: ['March', 'April'] } })
      const { rows } = await pc.get('drafts.rows', { id, show: 'all', group: null, search: '', offset: 0, limit: 10 })
      await pc.get('drafts.editCell', { id, row: rows[5]?.row ?? 0, field: 'client_name', value: 'Typed Name' })
      await pc.get('drafts.exclude', { id, rows: [rows[1]?.row ?? 0], excluded: true })
    },
  },
}

describe('the dry run', () => {
  it.each(Object.entries(shapes))('shows the very bytes that the service receives: %s', async (_, shape) => {
    const { region = 'au', references = true, lookUpMissingVins = false } = shape
    const far = await startFarService()
    Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
    const received: { method: string; path: string; body: string }[] = []
    const pc = await startProgram({
      fetch(url, init) {
        if (init?.method === 'POST' && init.body instanceof Uint8Array && String(url).includes('/upload')) {
          received.push({
            method: init.method,
            path: String(url).slice(far.url.length),
            body: Buffer.from(init.body).toString(),
          })
        }
        return fetch(url, init)
      },
    })
    await pc.get('connections.connect', {
      baseUrl: far.url,
      region,
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    await pc.get('connections.setAdvanced', { firstBatchSize: 3 })
    const { name, content } = shape.content()
    const { fileId } = pc.program.intake.add(name, typeof content === 'string' ? Buffer.from(content) : content)
    const draft = await pc.get('drafts.open', { fileId })
    await shape.prepare?.(pc, draft)

    const input = { draftId: draft.id, name: 'März “sold”', lookUpMissingVins, references }
    const shown: DryRunRequest[] = []
    do shown.push(await pc.get('uploads.dryRun', { ...input, batch: shown.length + 1 }))
    while (shown.length < (shown[0]?.batches ?? 0))
    expect(shown.flatMap(({ rows }) => rows)).toHaveLength(shape.rows)
    expect(shown.length).toBeGreaterThan(1)
    expect(received).toEqual([])

    const { id } = await pc.get('uploads.create', input)
    await pc.waitFor(async () => ((await pc.get('uploads.get', { id })).finishedAt === null ? undefined : true))
    expect(received).toEqual(
      shown.map(({ method, path, body }) => ({ method, path, body: body.replaceAll('0'.repeat(16), id) })),
    )
  })
})

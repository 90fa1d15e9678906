import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { SourceRow } from '../../fields/source-cell.ts'
import type { ReadFacts } from '../file-process/process-messages.ts'
import { madeUpRows } from '../made-up/made-up-rows.ts'
import type { CheckContext } from '../model/draft-source.ts'
import { freeBytes } from '../../database/block-codec.ts'
import type { PackForm } from '../storage/pack-upload.ts'
import { packRows, type RowBlock } from '../storage/pack-rows.ts'
import { createDraftService } from './draft-service.ts'

/**
 * How many rows the tables have that are opened one after the other, of two kinds in turns. The short ones meet most code for the first
 * time. V8 compiles what runs for each row only after some ten thousand rows, and what runs for unusual rows after more. The tables
 * are short because what is left of each of them is then collected as young garbage.
 */
const rowsOfTables: readonly number[] = [500, 500, ...Array<number>(18).fill(2_000)]

/** V8 begins to collect garbage when so much is taken at once. Nothing of it is touched, so the system gives none of it. */
const takenBytes = 100_663_296

/** How long V8 is given to end that before the next table needs memory. */
const collectingMs = 30

const draftId = 'made-up'

/**
 * Opens made-up tables in a service of its own, one after the other, so that V8 has compiled what opens a file before there
 * is one. Ends after the current table when `isOver`: no table is cut (about 80 ms of CPU each on a busy machine), and the first
 * one takes what the file would take for the same code. Nothing of it stays but the compiled code.
 */
export async function compileAhead(isOver: () => boolean): Promise<void> {
  const service = createDraftService()
  const made = new Map<string, RowBlock[]>()
  for (const [number, rows] of rowsOfTables.entries()) {
    const table = number % 2
    await yieldToEventLoop()
    if (isOver()) return
    const name = `${table} ${rows}`
    const blocks = made.get(name) ?? packMadeUp(table, rows)
    made.set(name, blocks)
    await yieldToEventLoop()
    if (isOver()) return
    await service('blocks', { draftId, blocks })
    const opening = { draftId, name: 'made-up.csv', context, templates: [], defaultState: null }
    const opened = await service('open', { ...opening, facts: factsOf(rows), knownKeys: new Uint8Array() })
    if (!opened.ok) throw new Error('A made-up table was not opened')
    await yieldToEventLoop()
    if (isOver()) return
    await enterUpload(service)
    await service('forget', { draftId })
    await collectGarbage()
  }
}

/** Packs the rows as those of an upload, whose first batches would take three times as long. */
async function enterUpload(service: ReturnType<typeof createDraftService>): Promise<void> {
  for (const sent of [true, false]) {
    for (let from: number | null = 0; from !== null;) {
      from = (await service('packRows', { draftId, form, sent, from })).next
    }
  }
}

/** Without it, the process keeps 30 MiB more: V8 lets garbage wait, and then holds the room that it took. */
async function collectGarbage(): Promise<void> {
  freeBytes(new ArrayBuffer(takenBytes))
  await pause(collectingMs)
}

const rowsOfBlock = 1_000

/** In several blocks, as the rows of a longer file; no more than the rows of one of them are in memory. */
function packMadeUp(table: number, rowCount: number): RowBlock[] {
  const blocks: RowBlock[] = []
  const rows = madeUpRows(table, rowCount)
  for (;;) {
    const packed = [...packRows(0, nextOf(rows))]
    if (packed.length === 0) return blocks
    blocks.push(...packed)
  }
}

function* nextOf(rows: Generator<SourceRow>): Generator<SourceRow> {
  for (let left = rowsOfBlock; left > 0; left -= 1) {
    const next = rows.next()
    if (next.done) return
    yield next.value
  }
}

const context: CheckContext = {
  region: 'au',
  today: '2026-01-01',
  mobileForm: 'national',
  shortVins: 'extra-field',
  knownVinMaxAgeDays: 30,
  dateFormat: 'region',
  sentKeys: { chassisKey: 'chassis_no', secondMobileKey: 'mobile_2' },
  reservedKeys: [],
}

const form: PackForm = { uploadId: '0'.repeat(16), batchSize: 500, referenceKey: 'forecourt_ref', corrects: null }

/** What the reader process says about such a file. */
const factsOf = (rowCount: number): ReadFacts => ({
  kind: 'csv',
  encoding: 'UTF-8',
  delimiter: 'comma',
  notes: [],
  textForm: { encoding: 'utf-8', delimiter: ',' },
  sizeBytes: 0,
  sha256: '',
  sheets: [{ name: 'made-up', hidden: false, merges: [], notes: [], rowCount, repairs: [] }],
})

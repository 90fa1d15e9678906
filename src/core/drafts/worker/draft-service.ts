import type { StateCode } from '../../../contract/region.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import { cellText } from '../../fields/source-cell.ts'
import { splitKeys } from '../checking/known-keys.ts'
import { ColumnTable } from '../columns/column-table.ts'
import { cleanSheet, type SheetRows } from '../engine/clean-sheet.ts'
import { decisionsFor, fixesFor, type CorrectedUpload } from '../engine/correction.ts'
import { DraftEngine } from '../engine/engine.ts'
import { openEngine } from '../engine/open-engine.ts'
import type { ReadFacts } from '../file-process/process-messages.ts'
import { isKnownHeader } from '../headers/known-headers.ts'
import { uploadIdsIn } from '../mapping/reimport.ts'
import type { CheckContext, DraftSource, SourceFacts, Template } from '../model/draft-source.ts'
import { addReading } from '../model/file-readings.ts'
import { applyEntries, readOverrides, type Overrides, type StoredOverride } from '../model/overrides.ts'
import { fileProblems } from '../reading/file-messages.ts'
import type { FileProblem } from '../reading/file-read.ts'
import { unpackPiece, type RowBlock } from '../storage/row-blocks.ts'
import { engineCalls } from './engine-calls.ts'

type OwnCalls = ReturnType<typeof createCalls>
type EngineCalls = typeof engineCalls
export type WorkerCall = keyof OwnCalls | keyof EngineCalls

type CallOf<Input, Output> = {
  readonly input: Input extends undefined ? object : Input
  readonly output: Awaited<Output>
}

/** The calls of a draft worker, by name, with input and output. */
export type WorkerCalls = {
  [Call in keyof OwnCalls]: CallOf<Parameters<OwnCalls[Call]>[0], ReturnType<OwnCalls[Call]>>
} & {
  [Call in keyof EngineCalls]: CallOf<Parameters<EngineCalls[Call]>[1], ReturnType<EngineCalls[Call]>>
}

export interface WorkerRequest<Call extends WorkerCall = WorkerCall> {
  readonly id: number
  readonly call: Call
  readonly input: WorkerCalls[Call]['input']
}

export type WorkerMessage =
  | { readonly id: number; readonly kind: 'answer'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string; readonly stack: string }

export type DraftService = ReturnType<typeof createDraftService>

/** The draft of a thread, and what is kept of it between calls. */
class OpenDraft {
  #engine: DraftEngine | null = null
  /** The sheets whose blocks are handed over, by position. */
  arriving: ColumnTable[] = []

  forget(): void {
    this.#engine = null
    this.arriving = []
  }

  /** Throws when the draft is not loaded. */
  get engine(): DraftEngine {
    if (!this.#engine) throw new Error('The draft is not loaded')
    return this.#engine
  }
  set engine(engine: DraftEngine) {
    this.#engine = engine
  }

  /** The sheets at these positions, whose blocks were handed over. */
  arrived(positions: Iterable<number>): ColumnTable[] {
    const sheets = this.arriving
    this.arriving = []
    return Array.from(positions, (sheet) => sheets[sheet] ?? new ColumnTable())
  }
}

/** Answers calls about one draft. The thread around it only carries messages. */
export function createDraftService() {
  const draft = new OpenDraft()
  const calls = createCalls(draft)
  return async <Call extends WorkerCall>(
    call: Call,
    input: WorkerCalls[Call]['input'],
  ): Promise<WorkerCalls[Call]['output']> => {
    // Each call fits its own input, which types do not follow through a lookup.
    const given = input as never
    return isOfEngine(call) ? engineCalls[call](draft.engine, given) : calls[call as keyof OwnCalls](given)
  }
}

const isOfEngine = (call: WorkerCall): call is keyof EngineCalls => Object.hasOwn(engineCalls, call)

/** The calls that open a draft, and those that do more than ask its engine. */
function createCalls(draft: OpenDraft) {
  const load = (source: DraftSource, overrides: Overrides, context: CheckContext, knownKeys: string): DraftEngine =>
    (draft.engine = new DraftEngine(source, overrides, context, splitKeys(knownKeys)))
  return {
    /** Hands over the next blocks of the draft, before `open`, `load` or `addReading`. */
    async blocks({ blocks }: { readonly blocks: readonly RowBlock[] }) {
      for (const { sheet, rows } of blocks) (draft.arriving[sheet] ??= new ColumnTable()).addPiece(unpackPiece(rows))
    },
    /** Checks a file whose blocks were handed over, with the columns of an earlier file of the same shape. */
    async open({ name, facts, context, knownKeys, templates, defaultState }: FileToOpen) {
      const source = { facts: { ...facts, remembered: null }, rows: draft.arrived(facts.sheets.keys()) }
      const { engine, entries } = openEngine(source, context, splitKeys(knownKeys), { templates, defaultState })
      const problem = noTable(name, engine)
      if (problem) return { ok: false as const, problem }
      draft.engine = engine
      // The uploads whose rows the file has, by its own column.
      const uploadIds = uploadIdsIn(engine.table)
      return { ok: true as const, facts: engine.source.facts, entries, view: engine.view(), uploadIds }
    },
    /**
     * What was decided for the upload whose rows the file has holds for the draft as well, before anything else is decided. Null:
     * no known upload; then only the note is added.
     */
    async correct({ upload, note, context, knownKeys }: FoundUpload) {
      const { source, table, overrides: current } = draft.engine
      const notes = [note, ...source.facts.notes]
      const correction = upload && { correction: { uploadId: upload.id, name: upload.name }, remembered: null }
      const facts: SourceFacts = { ...source.facts, notes, ...correction }
      const entries = upload ? decisionsFor(table.header, upload) : []
      const overrides: Overrides = upload ? new Map() : current
      applyEntries(overrides, entries)
      const engine = load({ ...source, facts }, overrides, context, knownKeys)
      const fixes = upload ? fixesFor(engine, upload) : []
      if (fixes.length > 0) engine.apply(fixes)
      return { facts, entries: [...entries, ...fixes], view: engine.view() }
    },
    /** Opens a saved draft whose blocks were handed over. */
    load: async ({ facts, overrides, context, knownKeys }: SavedSource) =>
      load({ facts, rows: draft.arrived(facts.sheets.keys()) }, readOverrides(overrides), context, knownKeys).view(),
    /**
     * Adds the sheets of another reading, whose blocks were handed over, and says what to save. Nothing changes until an
     * action chooses it.
     */
    async addReading({ chosen, read }: { readonly chosen: TextForm; readonly read: ReadFacts }) {
      const { facts } = draft.engine.source
      const added = addReading(facts, chosen, read)
      draft.engine.addReading(added, draft.arrived(read.sheets.map((_, at) => facts.sheets.length + at)))
      return added
    },
    /** Makes a file of the checked rows. */
    async exportSheet({ name, format, rows }: SheetToExport) {
      // Few drafts are exported: the writer of workbooks is as much code as all else here.
      const { tableFile } = await import('../../export/table-file.ts')
      return tableFile(cleanSheet(draft.engine, name, rows), format)
    },
    forget: async () => draft.forget(),
  }
}

/** What a draft is checked against. `knownKeys`: of `joinKeys`. */
interface CheckedWith {
  readonly context: CheckContext
  readonly knownKeys: string
}

interface FileToOpen extends CheckedWith {
  readonly name: string
  readonly facts: ReadFacts
  readonly templates: readonly Template[]
  /** For regos without a state, unless a template is found; null: none. */
  readonly defaultState: StateCode | null
}

interface FoundUpload extends CheckedWith {
  readonly upload: CorrectedUpload | null
  readonly note: string
}

interface SheetToExport {
  readonly name: string
  readonly format: 'csv' | 'xlsx'
  readonly rows: SheetRows
}

interface SavedSource extends CheckedWith {
  readonly facts: SourceFacts
  readonly overrides: readonly StoredOverride[]
}

/** With fewer rows, none of them a customer's, and without a known column name, a file is no list. */
const fewestRows = 3

/** Why a readable file is not a customer list (a letter, an error, an empty form), or null. */
function noTable(name: string, { plan, table }: DraftEngine): FileProblem | null {
  const { headerRow, header, records, skippedRows } = table
  const holdsCars = plan.columns.some((column) => ['rego', 'vin', 'rego_and_state'].includes(column.target))
  const isText = headerRow === null && header.length <= 1 && !holdsCars
  const isEmpty =
    records.length === 0 && skippedRows.length < fewestRows && !header.some((text) => isKnownHeader(text) === 'field')
  if (!isText && !isEmpty) return null
  const firstRow = records.at(0)?.cells.map(cellText) ?? header
  return fileProblems.noTable(name, skippedRows[0]?.text ?? firstRow.join(' '))
}

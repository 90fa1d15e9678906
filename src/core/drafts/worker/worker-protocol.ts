import type { columnValues } from '../engine/column-values.ts'
import type { Decisions } from '../engine/carry-over.ts'
import type { CorrectedUpload } from '../engine/correction.ts'
import type { CellChange, CellPreview } from '../../../contract/draft-changes.ts'
import type { DraftRow } from '../../../contract/drafts.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { TableChoices, TablePreview, TextForm } from '../../../contract/table-choices.ts'
import type { FileHead } from '../engine/table-preview.ts'
import type { OverrideEntry, StoredOverride } from '../model/overrides.ts'
import type { KnownVins } from '../model/known-vins.ts'
import type { CheckContext, SourceFacts, Template } from '../model/draft-source.ts'
import type { DraftView } from '../engine/draft-view.ts'
import type { KnownRow } from '../engine/known-rows.ts'
import type { RowQuery } from '../engine/row-query.ts'
import type { PackedRows, PackForm } from '../storage/pack-upload.ts'
import type { FileProblem } from '../reading/file-read.ts'
import type { DraftAction } from '../engine/draft-actions.ts'
import type { ReadFacts } from '../file-process/process-messages.ts'
import type { RegionRows } from '../engine/other-region.ts'
import type { SentRows } from '../engine/sent-rows.ts'
import type { SheetRows } from '../engine/clean-sheet.ts'
import type { RowBlock } from '../storage/row-blocks.ts'

/** The calls of a draft worker, by name, with input and output. */
export interface WorkerCalls {
  /** The column names of a draft. */
  header: { input: { readonly draftId: string }; output: { readonly header: readonly string[] } }
  /** What the user decided in a draft, for another reading of its file with this header. */
  decisions: {
    input: { readonly draftId: string; readonly header: readonly string[] }
    output: { readonly decisions: Decisions; readonly header: readonly string[] }
  }
  /** Takes over decisions of a draft with this header, and says what to save. */
  carryOver: {
    input: { readonly draftId: string; readonly decisions: Decisions; readonly header: readonly string[] }
    output: {
      readonly label: string
      readonly entries: readonly OverrideEntry[]
      readonly view: DraftView
      readonly kept: number
      readonly lost: number
    }
  }
  /** Hands over the next blocks of a draft, before `open` or `load`. */
  blocks: { input: { readonly draftId: string; readonly blocks: readonly RowBlock[] }; output: null }
  /** Checks a file whose blocks were handed over, with the columns of an earlier file of the same shape. */
  open: {
    input: {
      readonly draftId: string
      readonly name: string
      readonly facts: ReadFacts
      readonly context: CheckContext
      /** `joinKeys`. */
      readonly knownKeys: string
      readonly templates: readonly Template[]
      /** For regos without a state, unless a template is found; null: none. */
      readonly defaultState: StateCode | null
    }
    output:
      | {
          readonly ok: true
          readonly facts: SourceFacts
          readonly entries: readonly OverrideEntry[]
          readonly view: DraftView
          /** The uploads whose rows the file has, by its own column. */
          readonly uploadIds: ReadonlySet<string>
        }
      | { readonly ok: false; readonly problem: FileProblem }
  }
  /**
   * What was decided for the upload whose rows the file has holds for the draft as well, before anything else is decided. Null:
   * no known upload; then only the note is added.
   */
  correct: {
    input: {
      readonly draftId: string
      readonly upload: CorrectedUpload | null
      readonly note: string
      readonly context: CheckContext
      readonly knownKeys: string
    }
    output: { readonly facts: SourceFacts; readonly entries: readonly OverrideEntry[]; readonly view: DraftView }
  }
  /**
   * Adds the sheets of another reading, whose blocks were handed over, and says what to save. Nothing changes until an
   * action chooses it.
   */
  addReading: {
    input: { readonly draftId: string; readonly chosen: TextForm; readonly read: ReadFacts }
    output: SourceFacts
  }
  /** The first rows of the table as they would be read. `head`: of a text file, if it is saved. */
  preview: {
    input: { readonly draftId: string; readonly choices: TableChoices; readonly head: FileHead | null }
    output: TablePreview
  }
  load: {
    input: {
      readonly draftId: string
      readonly facts: SourceFacts
      readonly overrides: readonly StoredOverride[]
      readonly context: CheckContext
      readonly knownKeys: string
    }
    output: DraftView
  }
  /** Known VINs are looked for again afterwards. */
  refresh: {
    input: { readonly draftId: string; readonly context: CheckContext; readonly knownKeys: string | null }
    output: DraftView
  }
  /** See `unsearchedRegos`. */
  unsearchedRegos: { input: { readonly draftId: string; readonly limit: number }; output: readonly string[] }
  addKnownVins: { input: { readonly draftId: string; readonly vins: KnownVins }; output: DraftView }
  act: {
    input: { readonly draftId: string; readonly action: DraftAction }
    output:
      | {
          readonly ok: true
          readonly label: string
          readonly entries: readonly OverrideEntry[]
          readonly view: DraftView
        }
      | { readonly ok: false; readonly message: string }
  }
  apply: { input: { readonly draftId: string; readonly entries: readonly OverrideEntry[] }; output: DraftView }
  /** Plans the columns again without those of an earlier file. */
  forgetColumns: { input: { readonly draftId: string }; output: DraftView }
  rows: {
    input: { readonly draftId: string; readonly query: RowQuery; readonly offset: number; readonly limit: number }
    output: { readonly total: number; readonly rows: readonly DraftRow[] }
  }
  /** See `columnValues`. */
  columnValues: {
    input: { readonly draftId: string; readonly index: number }
    output: ReturnType<typeof columnValues>
  }
  /** See `previewCells`. */
  previewCells: {
    input: {
      readonly draftId: string
      readonly change: CellChange
      readonly withRefused: boolean
      readonly offset: number
      readonly limit: number
    }
    output: CellPreview | { readonly refused: string }
  }
  /** A part of an order. `order`: the name of an earlier one, which stays as it was while it is kept; else it is a new one. */
  order: {
    input: {
      readonly draftId: string
      readonly query: RowQuery
      readonly order: string | null
      readonly offset: number
      readonly limit: number | null
    }
    output: { readonly order: string; readonly total: number; readonly rows: Uint32Array }
  }
  rowsByNumber: {
    input: {
      readonly draftId: string
      readonly rows: readonly number[]
      readonly columns?: readonly number[] | undefined
    }
    output: readonly DraftRow[]
  }
  /** The next few packs of rows for an upload; `next`: the position behind them, null at the end. See `packUploadRows`. */
  packRows: {
    input: { readonly draftId: string; readonly form: PackForm; readonly sent: boolean; readonly from: number }
    output: {
      readonly header: readonly string[]
      readonly counts: DraftView['counts']
      readonly packed: readonly PackedRows[]
      readonly next: number | null
    }
  }
  /** See `knownRows`. */
  knownRows: {
    input: { readonly draftId: string; readonly from: number; readonly limit: number }
    output: { readonly rows: readonly KnownRow[]; readonly next: number | null }
  }
  /** See `sentRows`. */
  sentRows: {
    input: { readonly draftId: string; readonly offset: number; readonly limit: number }
    output: SentRows
  }
  /** See `rowsOfOtherRegion`. */
  rowsOfOtherRegion: { input: { readonly draftId: string }; output: RegionRows | null }
  /** Makes a file of the checked rows. Its parts stay until the next file, or until the draft is forgotten. */
  exportSheet: {
    input: { readonly draftId: string; readonly format: 'csv' | 'xlsx'; readonly rows: SheetRows }
    output: { readonly rows: number; readonly parts: number }
  }
  /** A part of that file; null: it is no longer there. */
  exportPart: { input: { readonly draftId: string; readonly part: number }; output: Uint8Array | null }
  template: { input: { readonly draftId: string }; output: Template | null }
  forget: { input: { readonly draftId: string }; output: null }
}

export type WorkerCall = keyof WorkerCalls

export interface WorkerRequest<Call extends WorkerCall = WorkerCall> {
  readonly id: number
  readonly call: Call
  readonly input: WorkerCalls[Call]['input']
}

export type WorkerMessage =
  | { readonly id: number; readonly kind: 'answer'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string; readonly stack: string }

import type { DraftRow } from '../../../contract/drafts.ts'
import type { ChoiceEntry } from '../model/overrides.ts'
import type { CheckContext, RememberedChoices, SourceFacts } from '../model/draft-source.ts'
import type { DraftView } from '../engine/draft-view.ts'
import type { RowLeftOut, RowQuery, RowToSend } from '../engine/engine.ts'
import type { FileProblem } from '../reading/file-read.ts'
import type { DraftAction } from '../engine/draft-actions.ts'
import type { RowBlock } from '../storage/row-blocks.ts'

/** A template as it is kept: what was decided under a header of this shape. */
export interface Template {
  readonly shape: string
  readonly choices: RememberedChoices
}

/** What the thread that reads and checks can be asked, by name: input and answer. One thread holds several drafts, by id. */
export interface WorkerCalls {
  /** Reads a file, telling of its progress. Its rows are then taken block by block. */
  open: {
    input: {
      readonly draftId: string
      readonly name: string
      readonly bytes: Uint8Array
      readonly context: CheckContext
      readonly knownKeys: ReadonlySet<string>
      readonly templates: readonly Template[]
    }
    output:
      | {
          readonly ok: true
          readonly facts: SourceFacts
          readonly entries: readonly ChoiceEntry[]
          readonly view: DraftView
        }
      | { readonly ok: false; readonly problem: FileProblem }
  }
  /** The next block of a file that was opened; null at the end. One by one, so that writing them never holds up the program. */
  takeBlock: { input: { readonly draftId: string }; output: RowBlock | null }
  /** Takes the next blocks of a draft that is being brought back. */
  blocks: { input: { readonly draftId: string; readonly blocks: readonly RowBlock[] }; output: null }
  load: {
    input: {
      readonly draftId: string
      readonly facts: SourceFacts
      readonly choices: readonly (readonly [string, unknown])[]
      readonly context: CheckContext
      readonly knownKeys: ReadonlySet<string>
    }
    output: DraftView
  }
  refresh: {
    input: { readonly draftId: string; readonly context: CheckContext; readonly knownKeys: ReadonlySet<string> | null }
    output: DraftView
  }
  act: {
    input: { readonly draftId: string; readonly action: DraftAction }
    output:
      | {
          readonly ok: true
          readonly label: string
          readonly entries: readonly ChoiceEntry[]
          readonly view: DraftView
        }
      | { readonly ok: false; readonly message: string }
  }
  apply: { input: { readonly draftId: string; readonly entries: readonly ChoiceEntry[] }; output: DraftView }
  rows: {
    input: { readonly draftId: string; readonly query: RowQuery; readonly offset: number; readonly limit: number }
    output: { readonly total: number; readonly rows: readonly DraftRow[] }
  }
  order: { input: { readonly draftId: string; readonly query: RowQuery }; output: readonly number[] }
  rowsByNumber: { input: { readonly draftId: string; readonly rows: readonly number[] }; output: readonly DraftRow[] }
  /** Works the rows out for an upload and keeps them ready to be taken in parts: at once, they would hold up the thread that asks. */
  rowsToSend: {
    input: { readonly draftId: string }
    output: { readonly header: readonly string[]; readonly counts: DraftView['counts'] }
  }
  /** The next part of those rows; both lists empty at the end. */
  takeRows: {
    input: { readonly draftId: string }
    output: { readonly rows: readonly RowToSend[]; readonly leftOut: readonly RowLeftOut[] }
  }
  toRemember: { input: { readonly draftId: string }; output: Template | null }
  forget: { input: { readonly draftId: string }; output: null }
}

export type WorkerCall = keyof WorkerCalls

/** How far a call is, told before its answer. */
export interface WorkerProgress {
  readonly part: number
  readonly words: string
}

export interface WorkerRequest<Call extends WorkerCall = WorkerCall> {
  readonly id: number
  readonly call: Call
  readonly input: WorkerCalls[Call]['input']
}

export type WorkerMessage =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: WorkerProgress }
  | { readonly id: number; readonly kind: 'answer'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string; readonly stack: string }

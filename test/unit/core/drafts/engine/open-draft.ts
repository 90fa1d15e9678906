import type { RowStatus } from '../../../../../src/contract/drafts.ts'
import type { CheckedRow } from '../../../../../src/core/drafts/checking/check-row.ts'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import type { CheckContext, DraftSource, RememberedChoices } from '../../../../../src/core/drafts/model/draft-source.ts'
import { planAction, type DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { readFile } from '../reading/read-file.ts'
import { fileTexts } from '../../../../../src/core/drafts/engine/file-texts.ts'
import { isSent, rowToSend, unsentRow, type RowToSend } from '../../../../../src/core/drafts/engine/upload-row.ts'
import type { UnsentRow } from '../../../../../src/core/drafts/storage/pack-upload.ts'
import type { Overrides } from '../../../../../src/core/drafts/model/overrides.ts'

export const context = (over: Partial<CheckContext> = {}): CheckContext => ({
  region: 'au',
  today: '2026-11-21',
  mobileForm: 'national',
  dateFormat: 'region',
  shortVins: 'extra-field',
  knownVinMaxAgeDays: 365,
  sentKeys: { chassisKey: 'chassis_no', secondMobileKey: 'mobile_2' },
  reservedKeys: ['forecourt_ref', 'chassis_no', 'mobile_2'],
  ...over,
})

export async function sourceOf(
  name: string,
  bytes: Uint8Array,
  remembered: DraftSource['facts']['remembered'] = null,
): Promise<DraftSource> {
  const answer = await readFile(name, bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  const { kind, encoding, delimiter, notes, sheets } = answer.file
  return {
    facts: {
      kind,
      sizeBytes: bytes.byteLength,
      encoding,
      delimiter,
      notes,
      sheets: sheets.map((sheet) => ({
        name: sheet.name,
        hidden: sheet.hidden,
        merges: sheet.merges,
        notes: sheet.notes,
        rowCount: sheet.rows.length,
      })),
      remembered,
    },
    rows: sheets.map((sheet) => sheet.rows),
  }
}

export interface OpenOptions {
  readonly context?: Partial<CheckContext>
  readonly known?: readonly string[]
  readonly overrides?: Overrides
  readonly remembered?: { readonly shape: string; readonly choices: RememberedChoices }
}

export async function openText(text: string, options: OpenOptions = {}): Promise<DraftEngine> {
  const source = await sourceOf('list.csv', new TextEncoder().encode(text), options.remembered ?? null)
  return new DraftEngine(source, options.overrides ?? new Map(), context(options.context), new Set(options.known))
}

/** Performs a user's action; throws when it is refused. */
export function act(engine: DraftEngine, action: DraftAction): ReturnType<typeof planAction> & { ok: true } {
  const plan = planAction(engine, action)
  if (!plan.ok) throw new Error(plan.message)
  engine.apply(plan.entries)
  return plan
}

export const statusOf = (engine: DraftEngine, { row }: CheckedRow): RowStatus =>
  engine.issues.statusAt(engine.rows.positionOf(row))

/** Status and rules of each row, by row number: what a table of a test compares. */
export const statuses = (engine: DraftEngine): Record<number, string> =>
  Object.fromEntries(Array.from(engine.rows, (row) => [row.row, statusOf(engine, row)]))

export const rulesOf = (engine: DraftEngine, row: number): string[] =>
  engine.rowsByNumber([row])[0]?.issues.map((found) => found.rule) ?? []

export const shown = (engine: DraftEngine, row: number) => engine.rowsByNumber([row])[0]!

/** The rows of a draft for an upload, and those that are not sent. */
export function rowsToSend(state: DraftEngine): {
  readonly header: readonly string[]
  readonly rows: readonly RowToSend[]
  readonly unsent: readonly UnsentRow[]
} {
  const texts = fileTexts(state)
  const positions = [...state.rows.numbers.keys()]
  const isToSend = (position: number): boolean => isSent(state.issues.statusAt(position))
  return {
    header: texts.header,
    rows: positions.filter(isToSend).map((position) => rowToSend(state, position, texts)),
    unsent: positions.filter((at) => !isToSend(at)).map((position) => unsentRow(state, position, texts)),
  }
}

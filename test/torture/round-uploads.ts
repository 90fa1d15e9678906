import type { Upload } from '../../src/contract/uploads.ts'
import type { RoundProgram } from './round-program.ts'
import { AskFailed } from './simulation-controls.ts'

/** One spreadsheet of a round, and its upload. */
export interface RoundUpload {
  readonly fileName: string
  /** The number of its first row among all rows of the round. */
  readonly first: number
  readonly rows: number
  readonly references: boolean
  /** Null: it is a draft, or a kill left open which of the two it is. */
  id: string | null
  /** When the user continues it; null: it is not paused. */
  resumeAtMs: number | null
}

/** The rego of a row, unlike those of all other rows of a round. */
export const plateOf = (row: number): string => `1${'ABCDEFGHJKLMNPQRSTUW'[row % 20]}B${String(200 + row)}`

export async function openSpreadsheet(round: RoundProgram, { fileName, first, rows }: RoundUpload): Promise<void> {
  const lines = Array.from({ length: rows }, (_, index) => first + index).map(
    (row) => `${plateOf(row)},VIC,Ana Tester,0491${570_000 + row}`,
  )
  const text = ['Rego,State,Customer Name,Mobile', ...lines].join('\n')
  const fileId = await round.simulation.addFile(fileName, text)
  await round.simulation.ask('drafts.open', { fileId })
}

/** Finds the upload of a spreadsheet, or creates it from its draft. */
export async function findOrCreate({ simulation }: RoundProgram, upload: RoundUpload): Promise<string> {
  const { uploads } = await simulation.ask('uploads.list', {})
  const known = uploads.find(({ fileName }) => fileName === upload.fileName)
  if (known) return (upload.id = known.id)
  const { drafts } = await simulation.ask('drafts.list', {})
  const draft = drafts.find(({ fileName }) => fileName === upload.fileName)
  if (!draft) throw new Error(`${upload.fileName} is neither a draft nor an upload`)
  const created = await simulation.ask('uploads.create', {
    draftId: draft.id,
    name: upload.fileName,
    lookUpMissingVins: false,
    references: upload.references,
  })
  return (upload.id = created.id)
}

/** How often the user changes an upload, for each look at it. */
const restlessness = 0.1
const connectionChanges = 0.03
const longestPauseMs = 300_000

/** Pauses, continues, moves, renames and withdraws an upload, as a restless user does. */
export async function changeMind(round: RoundProgram, upload: RoundUpload, shown: Upload): Promise<void> {
  const { simulation, draws } = round
  const { id } = upload
  if (id === null) return
  if (draws.chance(connectionChanges)) await round.connection.change()
  if (shown.state === 'paused') {
    upload.resumeAtMs ??= simulation.nowMs()
    if (simulation.nowMs() >= upload.resumeAtMs) await simulation.ask('uploads.resume', { id })
    return
  }
  if (shown.finishedAt !== null || !draws.chance(restlessness)) return
  try {
    switch (draws.pick(['pause', 'pause', 'move', 'rename', 'withdraw'])) {
      case 'pause':
        upload.resumeAtMs = simulation.nowMs() + draws.whole(0, longestPauseMs)
        round.noteAction('paused')
        return void (await simulation.ask('uploads.pause', { id }))
      case 'move':
        round.noteAction('moved')
        return void (await simulation.ask('uploads.move', { id, before: null }))
      case 'rename':
        round.noteAction('renamed')
        return void (await simulation.ask('uploads.rename', { id, name: `March ${draws.whole(1, 9)}` }))
      case 'withdraw':
        if (shown.rows.pending < shown.rows.inFile) return
        round.noteAction('withdrew')
        await simulation.ask('uploads.withdraw', { id })
        upload.id = null
        return
    }
  } catch (error) {
    // Meanwhile it has ended, or something of it was sent.
    if (!(error instanceof AskFailed) || error.failure.kind !== 'conflict') throw error
  }
}

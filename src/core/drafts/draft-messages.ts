import { formatNumber } from '../../contract/regional-format.ts'
import { splitFile } from '../intake/file-intake.ts'

/** Failures of the drafts domain: what happened, and what to do. */
export const draftMessages = {
  /** The name of a draft without a file. */
  byHand: 'Cars added by hand',
  fileNeeded: (name: string) => ({
    message: `“${name}” is not saved with this draft.`,
    next: 'Choose the file again to change its encoding or separator.',
  }),
  otherFile: (name: string) => ({
    message: `This is not the file “${name}” of this draft, or it was changed since.`,
    next: 'Choose the original file, or import the changed one as a new draft.',
  }),
  earlierVersion: (name: string) => `${name} (earlier version)`,
  sourceGone: (name: string) => ({
    message: `Forecourt doesn’t know where “${name}” is.`,
    next: 'Choose the file again to import it as a new draft.',
  }),
  recent: {
    removed: { message: 'This file is no longer in the list.', next: 'Choose it again.' },
    gone: (name: string) => ({ message: `“${name}” was moved or deleted.`, next: 'Choose it where it is now.' }),
  },
  correction: {
    of: (name: string) =>
      `These rows were saved from the upload “${name}”. Its columns, date orders and answers apply, and the rows join it.`,
    several: 'These rows were saved from several uploads, so they are imported as an ordinary file.',
    unknown:
      'These rows were saved from an upload that isn’t on this PC, in this connection and region. They are imported as an ordinary file.',
  },
  noRowsToMove: {
    message: 'The draft has no rows of that region.',
    next: 'Check the countries, regos and mobiles of its rows.',
  },
  nothingToUndo: 'There is nothing to undo.',
  nothingToRedo: 'There is nothing to redo.',
  notFound: {
    message: 'This draft no longer exists.',
    next: 'Open the file again, or choose another draft.',
  },
  outOfMemory: {
    message: 'This file is too large for the memory of this PC.',
    next: splitFile,
  },
  interrupted: {
    message: 'Opening this file was interrupted.',
    next: 'Open it again.',
  },
  changedDuringSend: {
    message: 'This draft was changed while it was being sent. Nothing was sent.',
    kept: 'The draft is saved with your last change.',
    next: 'Send it again.',
  },
  contactUndecided: (header: string, rows: number) => ({
    message: `${rows === 1 ? '1 row says' : `${formatNumber(rows)} rows say`} “do not contact” in “${header}”.`,
    next: 'Decide in the draft whether to exclude or send them.',
  }),
  notesUndecided: (header: string, notes: number) => ({
    message: `${notes === 1 ? '1 note' : `${formatNumber(notes)} notes`} in “${header}” may forbid contact.`,
    next: 'Tick those that do in the draft, and include the others.',
  }),
  removedDuringSend: 'This draft was removed while it was being sent. Nothing was sent.',
  done: 'Done',
} as const

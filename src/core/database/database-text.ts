import type { Failure } from '../../contract/result.ts'

/** What the user reads when the disk refuses a statement. */
export const databaseText = {
  diskFull: {
    message: 'The disk of this PC is full.',
    kept: 'Your last step was not saved. Everything before it was.',
    next: 'Free up space, then repeat the last step.',
  },
  damaged: {
    message: 'Part of the Forecourt data on this PC is damaged.',
    kept: 'Nothing was deleted.',
    next: 'Restart Forecourt. It then checks the data and shows what you can do.',
  },
  busy: {
    message: "Another program is using Forecourt's data file on this PC, for example a backup or a virus scanner.",
    kept: 'Your last step was not saved. Everything before it was.',
    next: 'Wait a moment, then repeat the last step.',
  },
  readOnly: {
    message: "Forecourt can't write to its data folder.",
    kept: 'Your last step was not saved. Everything before it was.',
    next: 'Ask your IT support for access to the folder, then repeat the last step.',
  },
  unreadable: {
    message: "Forecourt can't read or write its data on this PC.",
    kept: 'Your last step may not be saved.',
    next: 'Check that the disk is connected and writable, then repeat the last step.',
  },
} as const satisfies Record<string, Omit<Failure, 'kind'>>

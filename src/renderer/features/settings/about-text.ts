/** The sentences of About and of the report for support. */
export const aboutText = {
  copy: 'Copy versions',
  copied: 'Versions copied.',
  report: 'Report for support…',
  reportTitle: 'Report for support',
  reportText:
    'This is exactly what is copied or saved: versions, settings, counts, timings and the last errors. It has no names, phone numbers, regos, VINs, emails, keys or file names, and of your service only its host.',
  making: 'Making the report…',
  save: 'Save…',
  close: 'Close',
  /** Names of what Forecourt runs on, by the keys of `app.info`. */
  versions: {
    electron: 'Electron',
    chromium: 'Chromium',
    node: 'Node.js',
    sqlite: 'SQLite',
    system: 'Operating system',
    dataFormat: 'Data format',
  } as Readonly<Record<string, string>>,
} as const

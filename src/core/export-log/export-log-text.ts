/** The texts of the exported log. */
export const exportLogText = {
  name: 'Exports and revealed numbers',
  columns: ['Time (UTC)', 'What', 'Who', 'Rows', 'File', 'With hidden numbers'],
  yes: 'yes',
  no: 'no',
  notRemoved: 'not removed',
} as const

/** The texts of the recent files, on the import page and in the command palette. */
export const recentText = {
  title: 'Recent files',
  hint: 'Stored on this PC only.',
  missing: 'Moved or deleted',
  remove: (name: string) => `Remove ${name} from the list`,
  clear: 'Clear list',
  cleared: 'The list of recent files was cleared. Your files, drafts and uploads stay.',
} as const

/** What the user reads about deleted old data outside the Privacy screen. */
export const retentionText = {
  rowEmptied: 'Deleted because of its age, as set in Privacy.',
  rowsEmptied: {
    message: 'The rows of this upload were deleted because of their age.',
    next: 'Import the original file again if you need them.',
  },
} as const

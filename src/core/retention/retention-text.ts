/** What the user reads about deleted old data outside the Privacy screen. */
export const retentionText = {
  rowEmptied: 'Deleted because of its age, as set in Privacy.',
} as const

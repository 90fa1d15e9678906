/** The first database of this process that ran all migrations, for `copied-databases.ts`. Kept while files share the process. */
export const migrated: { bytes: Buffer | null } = { bytes: null }

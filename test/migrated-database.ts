/** The first database of this process with the whole schema, for `copied-databases.ts`. Kept while files share the process. */
export const migrated: { bytes: Buffer | null } = { bytes: null }

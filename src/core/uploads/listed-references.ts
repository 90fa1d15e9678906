/** The customers of one upload in the service's list. */
export interface ListedRows {
  /** The first customer of each row. */
  readonly first: { get(row: number): string | undefined }
  /** All customers of the rows that have several, in the order of the list. */
  readonly several: Iterable<readonly [row: number, ids: readonly string[]]>
}

/** What the service's list has of each upload, by upload id. */
export interface ListedReferences {
  get(uploadId: string): ListedRows | undefined
}

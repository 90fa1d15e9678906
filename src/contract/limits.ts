/** The largest spreadsheet that is accepted, in bytes. A million rows are 131 MB. */
export const maxFileBytes = 300 * 1024 * 1024

/** The most cars of one bulk look-up. */
export const maxBulkItems = 10_000

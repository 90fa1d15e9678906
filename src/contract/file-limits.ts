/** The largest spreadsheet that is accepted, in bytes. A million rows are 131 MB. */
export const maxFileBytes = 300 * 1024 * 1024

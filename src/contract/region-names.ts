import type { Region } from './region.ts'

/** Apart from the schemas, because the first script of the window needs the names only. */
export const regionNames: Readonly<Record<Region, string>> = { au: 'Australia', nz: 'New Zealand', my: 'Malaysia' }

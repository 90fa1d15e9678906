import type { Figures } from './measurement.ts'

/** Where each measurement is. Loaded when it is asked for, so that none counts the memory of another's libraries as its own. */
const modules = {
  parseBare: () => import('./measurements/bare-files.ts'),
  readWorkbookBare: () => import('./measurements/bare-files.ts'),
  openDraft: () => import('./measurements/drafts.ts'),
  editMany: () => import('./measurements/drafts.ts'),
  fixAll: () => import('./measurements/drafts.ts'),
  pageBare: () => import('./measurements/bare-calls.ts'),
  postBare: () => import('./measurements/bare-calls.ts'),
  syncCustomers: () => import('./measurements/customers.ts'),
  fillCache: () => import('./measurements/customers.ts'),
  listCustomers: () => import('./measurements/customers.ts'),
  restWithCustomers: () => import('./measurements/customers.ts'),
  syncStretches: () => import('./measurements/customer-jobs.ts'),
  customerJobs: () => import('./measurements/customer-jobs.ts'),
  callJobs: () => import('./measurements/call-jobs.ts'),
  allConnectionsJobs: () => import('./measurements/all-connections.ts'),
  exportEverything: () => import('./measurements/all-connections.ts'),
  sendUpload: () => import('./measurements/uploads.ts'),
  enterUpload: () => import('./measurements/uploads.ts'),
  insertBare: () => import('./measurements/team.ts'),
  readBare: () => import('./measurements/team.ts'),
  pushEntries: () => import('./measurements/team.ts'),
  fillTeam: () => import('./measurements/team.ts'),
  joinTeam: () => import('./measurements/team-join.ts'),
  applyTeam: () => import('./measurements/team-join.ts'),
  serverWork: () => import('./measurements/team-server.ts'),
  entryDelay: () => import('./measurements/team-server.ts'),
  oldDataJobs: () => import('./measurements/old-data.ts'),
} as const
export type MeasurementName = keyof typeof modules

if (import.meta.main) {
  const [name, given] = process.argv.slice(2)
  if (!name || !(name in modules)) throw new Error(`There is no measurement ${name ?? ''}`)
  const found = (await modules[name as MeasurementName]()) as unknown as Record<
    string,
    (given: unknown) => Promise<Figures>
  >
  const figures = await found[name]?.(JSON.parse(given ?? '{}'))
  if (!figures) throw new Error(`The module of ${name} does not hold it`)
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}

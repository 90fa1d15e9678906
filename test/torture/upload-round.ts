import type { Upload, UploadRow } from '../../src/contract/uploads.ts'
import type { FaultKind } from './faults.ts'
import { oddKinds, unreadable, withoutReference, type OddKind } from './odd-records.ts'
import { createDraws, type Draws } from './draws.ts'
import { startRoundProgram, type RoundProgram, type RoundReport } from './round-program.ts'
import { createRestoredData, planRestore, type RestoredData } from './restored-data.ts'
import { changeMind, findOrCreate, openSpreadsheet, plateOf, type RoundUpload } from './round-uploads.ts'
import type { ServiceState } from './service-child.ts'
import { hidesReferences, planUnlikeService, type UnlikeService } from './unlike-service.ts'
import { createTortureCustomers } from '../service/torture-customers.ts'

/** One upload as the seed makes it. */
interface UploadPlan {
  readonly rows: number
  readonly failing: readonly string[]
  readonly references: boolean
  readonly listLagMs: number
  readonly cancelAtMs: number | null
  /** Customers of earlier uploads that carry no reference. */
  readonly otherCustomers: number
  /** Some rows of the upload come back as records that cannot be read. */
  readonly unreadableRows: boolean
  /** The rows of a second upload, 0: there is none. */
  readonly secondRows: number
  /** The user pauses, moves, renames and withdraws uploads. */
  readonly isRestless: boolean
  readonly unlike: UnlikeService
}

function planUpload(draws: Draws, unlike: UnlikeService): UploadPlan {
  const rows = draws.whole(20, 240)
  const references = draws.chance(0.85)
  return {
    rows,
    failing: draws.chance(0.5)
      ? Array.from({ length: draws.whole(1, 6) }, () => plateOf(draws.whole(0, rows - 1)))
      : [],
    references,
    listLagMs: draws.pick([0, 0, 1_500, 8_000, 60_000, 300_000]),
    cancelAtMs: draws.chance(0.1) ? draws.whole(1_000, 60_000) : null,
    otherCustomers: draws.chance(0.5) ? draws.whole(1, 60) : 0,
    unreadableRows: references && draws.chance(0.3),
    secondRows: draws.chance(0.3) ? draws.whole(1, 100) : 0,
    isRestless: draws.chance(0.3),
    unlike,
  }
}

const ownPlate = /^1[A-Z]B\d+$/

/** Whether the program can know rows by their references. */
const hasReferences = ({ references, unlike }: UploadPlan): boolean => references && !hidesReferences(unlike)

function ownOddKinds(plan: UploadPlan): OddKind[] {
  const { references, unreadableRows } = plan
  const hidden = [...(references ? withoutReference : []), ...(unreadableRows ? [] : unreadable)]
  return oddKinds.filter((kind) => !hidden.includes(kind))
}

/** Without references the program cannot see that the network delivered a batch twice, or delivers it later. */
const needReferences: readonly FaultKind[] = ['twice', 'late']

function canHandle(plan: UploadPlan, kind: FaultKind): boolean {
  if (kind === 'too-large' || kind === 'rejected') return !plan.unreadableRows
  return hasReferences(plan) || !needReferences.includes(kind)
}

/** Without references, rows that are listed after the user has resumed would be sent again. */
const settledAfterMs = 30 * 60_000

/** How often the user looks at a question that is better answered later. */
const decideEveryMs = 120_000
/** Rows without a result that stay so this long are in doubt, and the program must say why. */
const longestDoubtMs = 40 * 60_000
/** After the upload has ended: long enough for the last late call, the lag, and several syncs. */
const afterwardsMs = 15 * 60_000

/** Uploads a spreadsheet through faults and kills, and compares the account with the service. */
export async function runUploadRound(seed: number, kinds: readonly FaultKind[]): Promise<RoundReport> {
  const draws = createDraws(seed)
  const plan = planUpload(draws, planUnlikeService(createDraws(seed + 15_485)))
  const restore = planRestore(seed, hasReferences(plan) ? 0 : settledAfterMs + plan.listLagMs)
  const batchSize = draws.whole(10, 80)
  // A lost batch of one row could not be found by its reference when that row cannot be read.
  const maxUploadCustomers = !plan.unreadableRows && draws.chance(0.2) ? draws.whole(5, batchSize) : null
  const others = Math.min(plan.otherCustomers, maxUploadCustomers ?? plan.otherCustomers)
  const newUpload = { references: plan.references, id: null, resumeAtMs: null }
  const uploads: RoundUpload[] = [{ ...newUpload, fileName: 'march.csv', first: 0, rows: plan.rows }]
  if (plan.secondRows > 0) {
    uploads.push({ ...newUpload, fileName: 'april.csv', first: plan.rows, rows: plan.secondRows })
  }
  const round = await startRoundProgram(
    {
      seed,
      service: {
        customersPerSecond: draws.pick([5, 40, 400]),
        maxUploadCustomers,
        listLagMs: plan.listLagMs,
        failingRegos: plan.failing,
      },
      batchSize,
      pageSize: draws.whole(25, 200),
      useOAuth: draws.chance(0.5),
      faultShare: draws.pick([0.05, 0.2, 0.4]),
      faultKinds: kinds.filter((kind) => canHandle(plan, kind)),
      kills: draws.pick([0, 1, 1, 2, 3]),
      killWithin: draws.pick([100, 400, 1_500]),
      clockJumpDays: [-15_000, -1, -0.05, 0.05, 1, 15_000],
      oddKindsFor: (rego) => (ownPlate.test(rego) ? ownOddKinds(plan) : oddKinds),
      unlike: plan.unlike,
      prepare: (url, apiKey) => (others === 0 ? Promise.resolve() : createTortureCustomers(url, apiKey, others)),
    },
    draws,
  )
  try {
    for (const upload of uploads) {
      await openSpreadsheet(round, upload)
      await findOrCreate(round, upload)
    }
    await round.startTrouble()
    await followUploads(round, uploads, plan, createRestoredData(round, restore))
    const state = await round.serviceState()
    for (const upload of uploads) await checkAccount(round, upload, plan, state)
    await checkCache(round, state)
  } catch (error) {
    round.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const { story, ...report } = round.report()
  await round.close()
  const { rows, failing, references, listLagMs, cancelAtMs } = plan
  const made = `${rows}${plan.secondRows > 0 ? ` and ${plan.secondRows}` : ''} rows in batches of ${batchSize}, ${failing.length} failing, list lag ${listLagMs / 1_000} s${references ? '' : ', no references'}${cancelAtMs === null ? '' : `, cancelled after ${cancelAtMs} ms`}${others === 0 ? '' : `, ${others} other customers`}`
  return { ...report, story: `upload: ${made}; ${story}` }
}

/** Acts as a user would until the upload has ended and everything that may still arrive has arrived. */
async function followUploads(
  round: RoundProgram,
  uploads: readonly RoundUpload[],
  plan: UploadPlan,
  restored: RestoredData,
): Promise<void> {
  const { simulation, draws } = round
  const trouble = simulation.nowMs() + draws.whole(60_000, 600_000)
  const startMs = simulation.nowMs()
  let endMs: number | null = null
  let isAfterRestore = false
  let cancelAtMs = plan.cancelAtMs
  const decideAtMs = new Map<string, number>()
  const inProcess = new Map<string, { readonly rows: number; readonly sinceMs: number }>()
  const follow = async (upload: RoundUpload): Promise<boolean> => {
    const nowMs = simulation.nowMs()
    const id = await findAgain(round, upload)
    const shown = await simulation.ask('uploads.get', { id })
    checkSums(round, shown, plan)
    if (cancelAtMs !== null && nowMs - startMs > cancelAtMs && shown.finishedAt === null) {
      await simulation.ask('uploads.cancel', { id })
      cancelAtMs = null
    }
    await helpOut(round, shown, restored)
    if (shown.state === 'undecided' && nowMs >= (decideAtMs.get(id) ?? 0)) {
      decideAtMs.set(id, nowMs + decideEveryMs)
      await decide(round, shown)
    }
    if (plan.isRestless && shown.failure === null) await changeMind(round, upload, shown)
    if (shown.rows.inProcess !== inProcess.get(id)?.rows)
      inProcess.set(id, { rows: shown.rows.inProcess, sinceMs: nowMs })
    const isSettled = shown.rows.inProcess === 0 || nowMs - (inProcess.get(id)?.sinceMs ?? nowMs) > longestDoubtMs
    const hasNulls = (await round.serviceState()).customers.some(isNull(round))
    return shown.finishedAt !== null && (isSettled || hasNulls)
  }
  await round.runUntil(async () => {
    const nowMs = simulation.nowMs()
    if (nowMs > trouble) await round.endTrouble()
    await round.connection.putBack()
    const restoring = await restored.step()
    if (restoring === 'closed') return false
    if (restored.resumeAtMs() !== null && !isAfterRestore) {
      await round.connection.afterRestore()
      isAfterRestore = true
    }
    let isDone = restoring === 'done' && simulation.callsOnTheirWay() === 0
    for (const upload of uploads) {
      // At another connection or in another region, the user does not look.
      isDone = !round.connection.isAway() && (await follow(upload)) && isDone
    }
    endMs = isDone ? (endMs ?? nowMs + afterwardsMs + plan.listLagMs) : null
    return endMs !== null && nowMs > Math.max(endMs, trouble) && !round.connection.isAway()
  })
}

/** The upload of a spreadsheet; a kill may have left open whether it was withdrawn, or created again. */
async function findAgain(round: RoundProgram, upload: RoundUpload): Promise<string> {
  const { uploads } = await round.simulation.ask('uploads.list', {})
  const isThere = upload.id !== null && uploads.some(({ id }) => id === upload.id)
  return isThere && upload.id !== null ? upload.id : findOrCreate(round, upload)
}

/** What a user does for an upload that needs one. */
async function helpOut(round: RoundProgram, upload: Upload, restored: RestoredData): Promise<void> {
  const { simulation } = round
  if (upload.state === 'paused' && upload.failure && simulation.nowMs() >= (restored.resumeAtMs() ?? 0)) {
    round.noteAction('resumed')
    await simulation.ask('uploads.resume', { id: upload.id })
  }
  if (upload.state === 'stopped') {
    if (upload.failure?.kind === 'sign-in-required') await round.connection.signIn()
    else {
      round.problems.push(`Stopped although time heals it: ${upload.failure?.kind} ${upload.failure?.message}`)
      await simulation.ask('uploads.resume', { id: upload.id })
    }
  }
  if (upload.duplicates === 0) return
  if (round.draws.chance(0.3)) await deleteCopies(round)
  round.noteAction('deleted duplicates')
  // When the list cannot be refreshed, the question stays, and the user answers again.
  await simulation.askOverTime('uploads.resolveDuplicates', { id: upload.id, decision: 'delete' })
}

/** A colleague deletes one of the customers of some rows while the program asks about them. */
async function deleteCopies(round: RoundProgram): Promise<void> {
  const { customers } = await round.serviceState()
  const copies = [...Map.groupBy(customers, ({ rego }) => rego).values()].filter((same) => same.length > 1)
  const chosen = copies.filter(() => round.draws.chance(0.5))
  await round.deleteElsewhere(chosen.map((same) => same[round.draws.whole(0, same.length - 1)]?.id ?? ''))
}

/** Follows the recommendation for a lost batch without references. */
async function decide({ simulation, noteAction }: RoundProgram, { id, batches }: Upload): Promise<void> {
  const batch = batches.find(({ state }) => state === 'unknown')?.number
  if (batch === undefined) throw new Error('An undecided upload has no batch to decide about')
  const compared = await simulation.askOverTime('uploads.compareBatch', { id, batch })
  // Without the list there is no recommendation, and the user looks again later.
  if (!compared.ok || compared.value.recommendation === 'later') return
  noteAction('decided about a lost batch')
  await simulation.ask('uploads.settle', { id, batch, arrived: compared.value.recommendation === 'arrived' })
}

/** Sums that are true at every moment. */
function checkSums(round: RoundProgram, { rows }: Upload, plan: UploadPlan): void {
  const isTrue =
    rows.inFile === rows.sent + rows.withErrors + rows.excluded + rows.pending + rows.notSent &&
    rows.sent === rows.accepted + rows.failed + rows.notProcessed + rows.inProcess
  const seconds = Math.round(round.simulation.nowMs() / 1_000)
  if (!isTrue) round.problems.push(`The sums are wrong after ${seconds} s: ${JSON.stringify(rows)}`)
  const failing = new Set(plan.failing).size
  if (rows.failed > failing && !round.problems.some((problem) => problem.startsWith('Too many failed'))) {
    round.problems.push(`Too many failed rows after ${seconds} s: ${rows.failed} instead of ${failing}`)
  }
}

/** Compares each row with the service. */
async function checkAccount(
  round: RoundProgram,
  { id: uploadId, rows: rowCount }: RoundUpload,
  plan: UploadPlan,
  state: ServiceState,
): Promise<void> {
  const { simulation, problems } = round
  const id = uploadId ?? ''
  const rows = await allRows(round, id)
  const upload = await simulation.ask('uploads.get', { id })
  const failing = new Set(plan.failing)
  const byPlate = new Map<string, string[]>()
  for (const { rego, id: customerId } of state.customers) {
    byPlate.set(rego ?? '', [...(byPlate.get(rego ?? '') ?? []), customerId])
  }
  const isCancelled = upload.state === 'cancelled'
  const hasNulls = state.customers.some(isNull(round))
  for (const { row, rego, outcome, customerId, reason } of rows) {
    const there = byPlate.get(rego ?? '') ?? []
    const found = `row ${row} is ${outcome} (${customerId}), the service has ${there.join(' and ') || 'nothing'}`
    const kind = round.odd.kindOf(rego)
    // Beside entries that are null, nothing shows whether the service made a row without a customer.
    if (outcome === 'in-process' && hasNulls && (kind === 'null' || there.length === 0)) continue
    // Of a lost batch nobody knows whether the service has rejected a row or lists it late.
    if (outcome === 'in-process' && there.length === 0 && failing.has(rego ?? '') && reason !== null) continue
    if (there.length > 1 && kind !== null && unreadable.includes(kind)) continue
    if (there.length > 1) problems.push(`Twice: ${found}`)
    else if (there.length === 1 && outcome !== 'accepted') problems.push(`Accepted at the service: ${found}`)
    else if (there.length === 0 && outcome === 'accepted') problems.push(`Not at the service: ${found}`)
    else if (there.length === 0 && !failing.has(rego ?? '') && !isCancelled) problems.push(`Lost: ${found}`)
    else if (there.length === 1 && customerId !== null && customerId !== there[0]) problems.push(`Another: ${found}`)
  }
  if (rows.length !== rowCount) problems.push(`${rows.length} rows instead of ${rowCount}`)
}

/** Customers that the service lists as null. */
const isNull =
  ({ odd }: RoundProgram) =>
  ({ rego }: { readonly rego: string | null }): boolean =>
    odd.kindOf(rego) === 'null'

/** Every customer that can be read is in the cache, and the others are counted. */
async function checkCache(round: RoundProgram, state: ServiceState): Promise<void> {
  const { problems } = round
  const isReadable = ({ rego }: { readonly rego: string | null }): boolean => {
    const kind = round.odd.kindOf(rego)
    return kind === null || !unreadable.includes(kind)
  }
  const { customers } = await round.simulation.ask('customers.list', {
    offset: 0,
    limit: 500,
    sort: 'rego',
    descending: false,
  })
  const cached = customers.map(({ id }) => id).toSorted()
  const readable = state.customers.filter(isReadable)
  const there = readable.map(({ id }) => id).toSorted()
  const status = await round.simulation.ask('customers.status', {})
  const hidden = state.customers.filter((customer) => !isReadable(customer))
  // Two copies of a row without their ids cannot be told apart, and nor can those that are null on several pages.
  const nulls = hidden.filter(isNull(round)).length
  const others = new Set(
    hidden.filter((one) => !isNull(round)(one)).map((one) => JSON.stringify({ ...one, id: null, last_updated: null })),
  ).size
  const least = others + Math.min(1, nulls)
  if (status.unreadable < least || status.unreadable > hidden.length) {
    problems.push(`${status.unreadable} records count as unreadable, not ${least} to ${hidden.length}`)
  }
  if (cached.join() !== there.join()) {
    round.problems.push(`The cache has ${cached.length} customers, the service ${there.length}`)
  }
}

async function allRows(round: RoundProgram, id: string): Promise<UploadRow[]> {
  const rows: UploadRow[] = []
  for (;;) {
    const page = await round.simulation.ask('uploads.rows', { id, outcome: null, offset: rows.length, limit: 500 })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}

import { runCustomersRound } from './customers-round.ts'
import type { FaultKind } from './faults.ts'
import type { RoundReport } from './round-program.ts'
import { runUploadRound } from './upload-round.ts'

const roundKinds = ['uploads', 'customers'] as const
export type RoundKind = (typeof roundKinds)[number]

/** Every sixth round changes customers, the others upload them. */
const customersEvery = 6

/** Runs the round of a seed with these kinds of faults. */
export function runRound(seed: number, faults: readonly FaultKind[], kind = kindOf(seed)): Promise<RoundReport> {
  return kind === 'customers' ? runCustomersRound(seed, faults) : runUploadRound(seed, faults)
}

function kindOf(seed: number): RoundKind {
  return seed % customersEvery === 0 ? 'customers' : 'uploads'
}

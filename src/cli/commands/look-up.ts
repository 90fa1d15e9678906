import type { LookupReport } from '../../contract/command-line.ts'
import type { StateCode } from '../../contract/region.ts'
import type { Failure, Result } from '../../contract/result.ts'
import type { VehicleLookup } from '../../contract/lookup.ts'
import type { LookupCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { sentencesOf } from '../../core/failures/failure-sentences.ts'
import { exitCode, exitCodeOf, type ExitCode } from '../../contract/exit-codes.ts'
import type { CommandAnswer, CommandParts } from './command.ts'

type Looked = LookupReport['results'][number]

/** Looks up plates and VINs one after the other. A saved answer is used again, as in the window. One that fails does not stop the others. */
export async function lookUp(
  { cars, state }: LookupCommand,
  { calls, connection, say, signal }: CommandParts,
): Promise<CommandAnswer<LookupReport>> {
  const results: Looked[] = []
  for (const text of cars) {
    signal.throwIfAborted()
    say(`${commandText.looking} ${text}`)
    results.push(await lookUpOne(text, state, calls))
  }
  const failed = results.find(({ failure }) => failure !== null)?.failure ?? null
  const report: LookupReport = {
    command: 'lookup',
    connection: connection.name,
    results,
    exitCode: codeOf(failed),
    message: failed ? sentencesOf(failed) : null,
    failure: failed,
  }
  return { report, lines: results.map(lineOf) }
}

/** A car that cannot be one is a wrong word of the command, and no refused file. */
function codeOf(failed: Failure | null): ExitCode {
  if (failed === null) return exitCode.done
  return failed.kind === 'invalid-input' ? exitCode.wrongArguments : exitCodeOf(failed)
}

async function lookUpOne(text: string, state: StateCode | null, calls: CommandParts['calls']): Promise<Looked> {
  const interpreted = await calls.tryCall('lookup.interpret', { text })
  if (!interpreted.ok) return { query: text, kind: null, ...notAsked, failure: interpreted.error }
  const car = interpreted.value
  const base = { query: car.query, ...notAsked }
  const refuse = (message: string): Looked => {
    const failure: Failure = { kind: 'invalid-input', message }
    return { ...base, kind: null, failure }
  }
  if (car.kind === 'text') return refuse(commandText.notACar(text))
  if (car.blocked !== null) return refuse(car.blocked)
  const { kind } = car
  const known = state ?? car.state
  const answer: Result<VehicleLookup> =
    kind === 'vin'
      ? await calls.tryCall('lookup.findVin', { vin: car.query })
      : await calls.tryCall('lookup.findPlate', { plate: car.query, state: known })
  if (!answer.ok) return { ...base, kind, state: kind === 'plate' ? known : null, failure: answer.error }
  const { outcome, vehicle, authority, at, problem, state: asked } = answer.value
  return {
    query: car.query,
    kind,
    state: asked,
    outcome,
    title: vehicle?.title ?? authority?.description ?? null,
    vin: kind === 'vin' ? car.query : (authority?.vin ?? null),
    answeredAt: at,
    failure: problem,
  }
}

const notAsked = { state: null, outcome: null, title: null, vin: null, answeredAt: null }

const lineOf = ({ query, state, outcome, title, vin, answeredAt, failure }: Looked): string =>
  [
    query,
    state,
    failure && outcome === null ? sentencesOf(failure) : outcome,
    title,
    vin,
    failure && answeredAt !== null ? commandText.savedResult(answeredAt) : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join('  ')

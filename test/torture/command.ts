import { parseArgs } from 'node:util'
import { runCustomersRound } from './customers-round.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import { runUploadRound } from './upload-round.ts'

const help = `Sends uploads, edits and deletions through faults and kills, on simulated time, and compares the result with the service.

  npm run torture -- [--rounds N] [--seed S] [--only KIND,...] [--without KIND,...] [--log] [--trace]

  --rounds N       300 by default
  --seed S         the seed of the first round; each round takes the next. Random by default
  --only KINDS     only these faults: ${faultKinds.join(', ')}
  --without KINDS  all faults but these
  --log            prints the program's log of a failed round
  --trace          prints each call with its time and its fault

A failed round prints its seed; \`--rounds 1 --seed S\` repeats it with the same faults at the same moments.`

/** Every sixth round changes customers, the others upload them. */
const customersEvery = 6

const kindsIn = (text: string): FaultKind[] =>
  text.split(',').map((name) => {
    const kind = faultKinds.find((one) => one === name)
    if (!kind) throw new Error(`There is no fault ${name}`)
    return kind
  })

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
}

const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '300' },
      seed: { type: 'string' },
      only: { type: 'string' },
      without: { type: 'string', default: '' },
      log: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000))
  const without = values.without === '' ? [] : kindsIn(values.without)
  const kinds = (values.only === undefined ? [...faultKinds] : kindsIn(values.only)).filter(
    (kind) => !without.includes(kind),
  )
  let failed = 0
  let kills = 0
  const faults = new Map<string, number>()
  const actions = new Map<string, number>()
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const startedMs = performance.now()
    const roundSeed = first + round
    const report = await (roundSeed % customersEvery === 0 ? runCustomersRound : runUploadRound)(roundSeed, kinds)
    const { seed, story, problems, log, trace } = report
    kills += report.kills
    add(faults, report.faults)
    add(actions, report.actions)
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    process.stdout.write(`${problems.length === 0 ? 'exact ' : 'FAILED'} seed ${seed}, ${seconds} s, ${story}\n`)
    if (values.trace) process.stdout.write(`${trace.join('\n')}\n`)
    if (problems.length === 0) continue
    failed += 1
    for (const problem of problems.slice(0, 5)) process.stdout.write(`         ${problem}\n`)
    if (problems.length > 5) process.stdout.write(`         and ${problems.length - 5} more\n`)
    if (values.log) process.stdout.write(`${log}\n`)
  }
  process.stdout.write(`${Number(values.rounds) - failed} of ${values.rounds} rounds exact\n`)
  process.stdout.write(`${kills} kills; calls by fault: ${inWords(faults)}; the user: ${inWords(actions)}\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await run()

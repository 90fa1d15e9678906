import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleMeasurements } from './bundle.ts'
import { lineOf, withLines } from './report.ts'
import type { Extent } from './bench-row.ts'
import { benchRows } from './rows.ts'

const page = fileURLToPath(new URL('results.md', import.meta.url))

const help = `Measures Forecourt and compares it with bare libraries and bare calls for the same work.

  npm run bench -- [options]

  --only=P1,P5   only these
  --quick        small sizes, once each, as a trial; nothing is saved
  --full         also a million rows of CSV, and a million entries of a team
  --repeats=N    how often each is measured; the default is 5
  --help

${benchRows.map(({ key, about }) => `  ${key}  ${about}`).join('\n')}

Each measurement runs in its own process, so that its peak memory can be measured. The results go to bench/results.md. Machines
are noisy: compare ratios, and run nothing else at the same time. The exit code is 0 also when a limit is not met.
`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(help)
else await bench()

async function bench(): Promise<void> {
  const keys = values.only?.toUpperCase().split(',') ?? benchRows.map(({ key }) => key)
  const unknown = keys.filter((key) => !benchRows.some((row) => row.key === key))
  const repeats = Number(values.repeats)
  if (unknown.length > 0 || !Number.isInteger(repeats) || repeats < 1) {
    process.stderr.write(
      `${unknown.length > 0 ? `There is no ${unknown.join(', ')}.` : '--repeats takes a whole number.'}\n\n${help}`,
    )
    process.exitCode = 2
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-files-'))
  const extent: Extent = {
    size: values.quick ? 'quick' : values.full ? 'full' : 'usual',
    repeats: values.quick ? 1 : repeats,
    folder,
  }
  const today = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release()}, Node ${process.version}`
  process.stdout.write(`${machine}\n`)
  await bundleMeasurements()
  try {
    for (const row of benchRows.filter(({ key }) => keys.includes(key))) {
      const lines = (await row.measure(extent)).map((outcome) => lineOf(outcome, today))
      process.stdout.write(`${lines.join('\n')}\n`)
      // After each row: what was measured is kept when a later one fails.
      if (!values.quick) writeFileSync(page, withLines(readFileSync(page, 'utf8'), lines, machine))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

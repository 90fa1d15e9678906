import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

it.skipIf(process.platform !== 'linux')('loads SQLite without asking the DNS for the addresses of the process', () => {
  const source = pathToFileURL(resolve('src/core/database/sqlite.ts')).href
  // The loader asks for a report; this one notes what would be in it.
  const code = `
    const reported = []
    const { getReport } = process.report
    process.report.getReport = (...given) => {
      reported.push(process.report.excludeNetwork)
      return getReport.apply(process.report, given)
    }
    const { BetterSqlite } = await import(${JSON.stringify(source)})
    new BetterSqlite(':memory:').close()
    console.log(JSON.stringify(reported))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  const reported = JSON.parse(stdout) as boolean[]
  expect(reported.length).toBeGreaterThan(0)
  expect(reported).not.toContain(false)
})

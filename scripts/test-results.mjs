import { pathInProject } from './project.mjs'

/** The totals of a vitest run. A file that could not be loaded counts as failed, and so does a skipped test. */
export function totalsOf(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length)
  const passed = tests.filter((test) => test.status === 'passed').length
  return { passed, failed: tests.length - passed + unloaded.length }
}

/** The files of a run with failed tests. */
export const failedFiles = (report) =>
  report.testResults.filter((file) => totalsOf({ testResults: [file] }).failed > 0).map(({ name }) => name)

/** The failed tests of a run as "file: title"; a file that could not be loaded by its name. */
export const failedTests = (report) =>
  report.testResults.flatMap((result) => {
    const file = pathInProject(result.name)
    if (result.assertionResults.length === 0) return result.status === 'failed' ? [file] : []
    const failed = result.assertionResults.filter((test) => test.status !== 'passed')
    return failed.map(({ fullName }) => `${file}: ${fullName}`)
  })

/**
 * What a second run of the failed files, alone, says about each failed test: it fails alone too, or it passes alone. It is a
 * diagnosis: the totals stay those of the first run. `rerun` takes the files and gives the report, null when there is none.
 * Many failed files are a defect and are not run again.
 */
export async function diagnose(report, rerun) {
  const files = failedFiles(report)
  if (files.length === 0 || files.length > 5) return new Map()
  const again = await rerun(files)
  if (again === null) return new Map()
  const passed = new Set(
    again.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'passed')
        .map(({ fullName }) => `${pathInProject(name)}: ${fullName}`),
    ),
  )
  const loaded = new Set([...passed].map(fileOf))
  const passesAlone = (test) => passed.has(test) || (test === fileOf(test) && loaded.has(test))
  return new Map(failedTests(report).map((test) => [test, passesAlone(test) ? 'passes alone' : 'fails alone too']))
}

const fileOf = (test) => test.split(': ', 1)[0]

/** The lines of test/known-flaky.txt: `file or file: title | reason | date`. Throws when one is not like this, or at a sixth. */
export function readKnownFlaky(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length > 5) throw new Error('test/known-flaky.txt has more than five lines. Repair a test.')
  return lines.map((line) => {
    const [test = '', reason = '', date = ''] = line.split(' | ').map((part) => part.trim())
    if (!test || !reason || !/^\d{4}-\d\d-\d\d$/.test(date)) {
      throw new Error(`test/known-flaky.txt: “${line}” is not “file: title | reason | 2026-01-31”.`)
    }
    return test
  })
}

/** Whether a failed test does not fail the run: it is listed, by itself or with its file, and passes alone. */
export const isExcused = (test, diagnosis, knownFlaky) =>
  diagnosis.get(test) === 'passes alone' && knownFlaky.some((known) => known === test || known === fileOf(test))

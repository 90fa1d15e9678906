import { createReadStream, readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import type { GivenFile, Measurement } from '../measurement.ts'
import { cpuMs } from '../tree-usage.ts'

/** PapaParse over Node's stream of the file, every row seen and dropped. */
export const parseBare: Measurement<GivenFile> = ({ path, rows }) =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const startedCpuMs = cpuMs()
    let seen = 0
    Papa.parse<string[]>(createReadStream(path, 'utf8'), {
      newline: '\r\n',
      delimiter: ',',
      chunk: ({ data }) => void (seen += data.length),
      complete: () => {
        if (seen < rows) return reject(new Error(`The bare parse saw ${seen} rows of ${rows}`))
        resolve({ totalMs: performance.now() - startedMs, cpuMs: cpuMs() - startedCpuMs })
      },
      error: reject,
    })
  })

/** The library's own reading of the workbook into arrays. */
export const readWorkbookBare: Measurement<GivenFile> = async ({ path, rows }) => {
  const startedMs = performance.now()
  const startedCpuMs = cpuMs()
  const { sheets } = await readXlsx(readFileSync(path))
  const totalMs = performance.now() - startedMs
  if ((sheets[0]?.rows.length ?? 0) < rows) throw new Error('The bare read lost rows')
  return { totalMs, cpuMs: cpuMs() - startedCpuMs }
}

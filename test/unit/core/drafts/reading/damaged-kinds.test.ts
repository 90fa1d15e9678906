import { describe, expect, it } from 'vitest'
import { cellText } from '../../../../../src/core/fields/source-cell.ts'
import { indexOverrides } from '../../../../../src/core/drafts/model/override-index.ts'
import { locateTable } from '../../../../../src/core/drafts/engine/locate-table.ts'
import { readFile } from './read-file.ts'
import {
  damagedFile,
  damageNames,
  fileForms,
  type DamagedFile,
  type FileForm,
} from '../../../../spreadsheets/damaged-files.ts'
import { runs } from '../../../../runs.ts'

const firstSeed = Number(process.env['FORECOURT_SEED'] ?? 11)
const forms = Object.keys(fileForms) as FileForm[]

/** What is wrong with the rows that were read, as sentences; [] when each customer is there once, or a row is marked. */
async function faults({ bytes, regos, damaged }: DamagedFile): Promise<string[]> {
  const answer = await readFile('list.csv', bytes)
  if (!answer.ok) return [`refused: ${answer.problem.message}`]
  const { file } = answer
  const facts = { ...file, sizeBytes: bytes.byteLength, remembered: null }
  const source = {
    facts: { ...facts, sheets: file.sheets.map((sheet) => ({ ...sheet, rowCount: sheet.rows.length })) },
    rows: file.sheets.map((sheet) => sheet.rows),
  }
  const { table, marks } = locateTable(source, indexOverrides(new Map()))
  const found: string[] = []
  const seen = new Map<string, number>()
  for (const { row, cells } of table.records) {
    const text = cells.map(cellText).join('\n')
    const inRow = regos.filter((rego) => text.includes(rego))
    for (const rego of inRow) seen.set(rego, (seen.get(rego) ?? 0) + 1)
    const isMarked = marks.has(row) || table.overlong.has(row)
    if (inRow.length > 1 && !isMarked) found.push(`row ${row} merges ${inRow.join(' and ')}`)
    if (inRow.length === 0 && !isMarked) found.push(`row ${row} is invented: ${text.slice(0, 60)}`)
    for (const rego of inRow) {
      const inPlace = cellText(cells[0]).includes(rego)
      if (!inPlace && !damaged.has(rego)) found.push(`${rego} is not under its heading`)
    }
  }
  for (const rego of regos) {
    const count = seen.get(rego) ?? 0
    if (count !== 1) found.push(`${rego} is in ${count} rows`)
  }
  return found
}

describe.each(damageNames)('a file with %s', (damage) => {
  it.each(forms)('(%s) keeps each customer, once, or marks the row', async (form) => {
    for (let seed = firstSeed; seed < firstSeed + runs(1); seed += 1) {
      const wrong = await faults(damagedFile(damage, form, seed))
      expect(wrong, `seed ${seed}`).toEqual([])
    }
  })
})

it('is tried with 300 kinds of damaged files', () => {
  expect(damageNames.length * forms.length).toBeGreaterThanOrEqual(300)
})

import { writeXlsx } from 'hucre/xlsx'
import type { Draft } from '../../src/contract/drafts.ts'
import type { ProgramTwin } from '../twins/program-twin.ts'

const header = ['Rego', 'State', 'Customer', 'Phone', 'Sold', 'Marketing']
const rows = [
  ['5EF001', 'Victoria', 'ADA NOON', '0491 570 006', '03/04/2023', 'yes'],
  ['5EF002', 'Vctoria', 'Ben Oak', '491570156', '13/04/2023', 'yes'],
  ['5EF003', 'VIC', 'Cy Park', 'none', '14/04/2023', 'no'],
  ['5EF003', 'VIC', 'Cy Park', '', '15/04/2023', 'yes'],
  ['', '', 'Dee Quay', '0491570158', '16/04/2023', 'yes'],
]

const csv = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(lines.map((cells) => cells.join(',')).join('\n'))

/** Drafts at each step, with decisions of each kind. */
export async function addDrafts(pc: ProgramTwin): Promise<void> {
  const open = async (name: string, bytes: Uint8Array): Promise<Draft> => {
    const { fileId } = pc.program.intake.add(name, bytes)
    return pc.get('drafts.open', { fileId })
  }
  await open('columns.csv', csv([header, ...rows]))

  const checked = await open(
    'check.csv',
    csv([header, ...rows.map((cells) => [`6${cells[0]?.slice(1)}`, ...cells.slice(1)])]),
  )
  const { id } = checked
  await pc.get('drafts.setColumn', { id, index: 5, target: 'keep' })
  await pc.get('drafts.setDateOrder', { id, index: 4, order: 'dmy' })
  await pc.get('drafts.setDefaultState', { id, state: 'VIC' })
  await pc.get('drafts.setNameCase', { id, choice: 'title' })
  const group = checked.groups.find(({ field }) => field === 'state')
  if (group) await pc.get('drafts.fixGroup', { id, group: group.key, value: 'VIC' })
  await pc.get('drafts.editCell', { id, row: 4, field: 'mobile_number', value: '0491570157' })
  await pc.get('drafts.exclude', { id, rows: [5], excluded: true })
  await pc.get('drafts.addRows', { id, count: 1 })
  await pc.get('drafts.editCell', { id, row: 3, field: 'client_name', value: 'Benjamin Oak' })
  await pc.get('drafts.undo', { id })
  await pc.get('drafts.rename', { id, name: 'April' })
  await pc.get('drafts.setStep', { id, step: 'check' })

  const sheets = ['March', 'April'].map((name, sheet) => ({
    name,
    rows: [header, ...rows.slice(0, 2).map((cells) => [`7${sheet}${cells[0]?.slice(2)}`, ...cells.slice(1)])],
  }))
  const workbook = await open('two-sheets.xlsx', await writeXlsx({ sheets }))
  const choices = { form: null, sheets: ['March', 'April'], headerRow: 1, lastRow: null }
  await pc.get('drafts.setTable', { id: workbook.id, choices })
  await pc.get('drafts.setStep', { id: workbook.id, step: 'check' })

  const ready = await open(
    'ready.csv',
    csv([
      ['Rego', 'State', 'Name'],
      ['8FG001', 'SA', 'Eve Rain'],
      ['1AB2CD', 'VIC', 'Priya Raman-Shah'],
    ]),
  )
  await pc.get('drafts.setKnownCustomers', { id: ready.id, choice: 'update' })
  await pc.get('drafts.setStep', { id: ready.id, step: 'send' })

  const byHand = await pc.get('drafts.create', {})
  const first = (await pc.get('drafts.rows', { id: byHand.id, offset: 0, limit: 1 })).rows[0]?.row ?? 1
  await pc.get('drafts.editCell', { id: byHand.id, row: first, field: 'rego', value: '9GH001' })
}

import { describe, expect, it } from 'vitest'
import type { ExportedFile } from '../../../../src/contract/exported-file.ts'
import { useCsvExport } from '../../../../src/renderer/vehicle/useCsvExport.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { inWindow } from '../in-window.ts'

const file: ExportedFile = { fileName: 'market.csv', mimeType: 'text/csv', encoding: 'utf8', content: 'Price', rows: 3 }

async function open() {
  const twin = createProgramClientTwin()
  const saved: ExportedFile[] = []
  const { value, toasts } = await inWindow(twin.client, '/', [''], () =>
    useCsvExport(
      twin.client,
      'market.exportCsv',
      (rows, name) => `${rows} in ${name}`,
      (made) => saved.push(made),
    ),
  )
  return { twin, saved, toasts, csv: value }
}
const input = { vehicleId: 'v1', minimumDays: null, title: 'A car' }

describe('useCsvExport', () => {
  it('saves the file and says its name', async () => {
    const { twin, saved, toasts, csv } = await open()
    const running = csv.run(input)
    expect(csv.running.value).toBe(true)
    await twin.next('market.exportCsv').succeed(file)
    await running
    expect(csv.running.value).toBe(false)
    expect(saved).toEqual([file])
    expect(toasts.shown.value).toMatchObject([{ tone: 'success', text: '3 in market.csv' }])
  })

  it('says why there is no file', async () => {
    const { twin, saved, toasts, csv } = await open()
    const running = csv.run(input)
    await twin.next('market.exportCsv').fail({ kind: 'not-found', message: 'Not fetched yet.' })
    await running
    expect(saved).toEqual([])
    expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'Not fetched yet.' }])
  })
})

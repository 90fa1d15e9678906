import { expect, it } from 'vitest'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram } from '../twins/program-twin.ts'

it('an offline import is opened, fixed and queued, survives a restart, and is sent when the network is back', async () => {
  const far = await startFarService()
  far.control.settings.errorShare = 0
  await far.control.goDown()
  const first = await startProgram()
  await first.get('connections.connect', {
    baseUrl: far.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
  const csv = 'Rego,State,Customer Name\n1AB2CD,Victorai,Jane Citizen\nXYZ789,NSW,John Citizen\n,NSW,No Car\n'
  const { fileId } = first.program.intake.add('sold.csv', Buffer.from(csv))
  const draft = await first.get('drafts.open', { fileId })
  const group = draft.groups.find(({ value }) => value === 'Victorai')?.key ?? ''
  await first.get('drafts.fixGroup', { id: draft.id, group })
  await first.get('drafts.editCell', { id: draft.id, row: 3, field: 'client_name', value: 'Joan Citizen' })
  const { id } = await first.get('uploads.create', {
    draftId: draft.id,
    name: 'Sold',
    lookUpMissingVins: false,
    queueOffline: true,
  })
  // It says when it tries again after its own first call.
  const waiting = await first.waitFor(async () => {
    const upload = await first.get('uploads.get', { id })
    return upload.waiting?.until ? upload : undefined
  })
  expect(waiting.state).toBe('waiting')
  expect(waiting.rows).toMatchObject({ inFile: 3, withErrors: 1, pending: 2, sent: 0 })
  expect(waiting.waiting?.until).toEqual(expect.any(String))
  await first.program.close()

  const second = await startProgram({ dataFolder: first.dataFolder, vault: first.vault })
  await far.control.comeUp()
  const done = await second.waitFor(async () => {
    const upload = await second.get('uploads.get', { id })
    return upload.finishedAt === null ? undefined : upload
  })
  expect(done.rows).toMatchObject({ inFile: 3, withErrors: 1, pending: 0, sent: 2, accepted: 2 })
  expect(far.control.customers().map(({ rego, state, client_name: name }) => [rego, state, name])).toEqual([
    ['1AB2CD', 'VIC', 'Jane Citizen'],
    ['XYZ789', 'NSW', 'Joan Citizen'],
  ])
  expect([...first.unexpected, ...second.unexpected]).toEqual([])
})

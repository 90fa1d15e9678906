import { expect, it } from 'vitest'
import { allMethods, type MethodName } from '../../src/contract/methods.ts'
import { connectToService } from './lookup-program.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const methods = await allMethods()

/** What a locked window may call: nothing of it answers with data of customers. */
const openMethods: readonly MethodName[] = [
  'app.info',
  'app.preferences',
  'app.paste',
  'storage.status',
  'updates.status',
  'updates.check',
  'updates.restart',
]

const pin = '4711'
async function lockedProgram() {
  const connected = await connectToService()
  const { program } = connected
  await program.get('lock.setPin', { current: null, pin })
  await program.get('lock.now', {})
  return connected
}

const callAll = async (program: ProgramTwin): Promise<MethodName[]> => {
  const answered: MethodName[] = []
  for (const method of methods.keys()) {
    if (openMethods.includes(method) || method.startsWith('lock.')) continue
    const answer = await program.ask(method, sampleInput(method) as never)
    if (answer.ok || answer.error.kind !== 'storage-locked') answered.push(method)
  }
  return answered
}

/** An input that passes the schema of most methods, so that the call reaches its handler. */
const sampleInput = (method: MethodName): unknown => {
  const schema = methods.get(method)?.input
  const tries: unknown[] = [{}, { id: 'x' }, { customerId: 'x' }, { offset: 0, limit: 10 }]
  return tries.find((input) => schema?.safeParse(input).success) ?? {}
}

it('a locked program refuses every method that answers with data', async () => {
  const { program } = await lockedProgram()
  const answered = await callAll(program)
  // Refused by their schema, before the lock: these inputs cannot be made up.
  const reached: MethodName[] = []
  for (const method of answered) {
    const { success } = methods.get(method)!.input.safeParse(sampleInput(method))
    if (success) reached.push(method)
  }
  expect(reached).toEqual([])
  for (const method of ['customers.list', 'storage.recoveryKey', 'connections.state', 'app.takeOpenedFile'] as const) {
    expect(await program.ask(method, { offset: 0, limit: 10 } as never)).toMatchObject({
      ok: false,
      error: { kind: 'storage-locked' },
    })
  }
})

it('a locked program tells its window nothing of the data, and everything after the unlock', async () => {
  const { program } = await lockedProgram()
  const from = program.events.length
  program.program.openedFiles.add(async () => ({ fileId: 'f', name: 'Priya.csv', sizeBytes: 1 }))
  program.program.command('look-up ABC123')
  expect(program.events.slice(from)).toEqual([])
  await expect(program.ask('lock.unlock', { secret: '0000' })).resolves.toMatchObject({ ok: false })
  expect(await program.get('lock.unlock', { secret: pin })).toMatchObject({ locked: false })
  const names = program.events.slice(from).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['customers.changed', 'uploads.changed', 'app.fileOpened', 'lock.changed']),
  )
  expect(await program.ask('connections.state', {})).toMatchObject({ ok: true })
})

it('an upload goes on while the window is locked', async () => {
  const { far, program } = await connectToService()
  const rows = Array.from({ length: 30 }, (_, row) => `LCK${String(row).padStart(3, '0')},VIC`)
  const { fileId } = program.program.intake.add('list.csv', Buffer.from(['Rego,State', ...rows].join('\n')))
  const { id: draftId } = await program.get('drafts.open', { fileId })
  await program.get('lock.setPin', { current: null, pin })
  await program.get('uploads.create', { draftId, name: 'List', lookUpMissingVins: false })
  await program.get('lock.now', {})
  await expect.poll(() => far.control.customerCount(), { timeout: 30_000, interval: 50 }).toBe(30)
  expect(await program.ask('uploads.list', {})).toMatchObject({ error: { kind: 'storage-locked' } })
})

it('data with a password unlocks with it, and with the recovery key', async () => {
  const vault = createVaultTwin()
  vault.condition = 'refusing'
  const program = await startProgram({ vault })
  await program.get('storage.setPassword', { password: 'correct horse battery' })
  const { recoveryKey } = await program.get('storage.recoveryKey', {})
  for (const secret of ['correct horse battery', recoveryKey]) {
    expect(await program.get('lock.now', {})).toMatchObject({ locked: true, by: 'password' })
    expect(await program.ask('lock.unlock', { secret: 'wrong horse' })).toMatchObject({ ok: false })
    expect(await program.get('lock.unlock', { secret })).toMatchObject({ locked: false })
  }
})

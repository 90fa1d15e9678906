import { expect, it } from 'vitest'
import type { StorageStatus } from '../../../../../src/contract/storage.ts'
import { useRecoveryKey } from '../../../../../src/renderer/features/settings/useRecoveryKey.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const open = (changes: Partial<Extract<StorageStatus, { state: 'open' }>> = {}): StorageStatus => ({
  state: 'open',
  protection: 'password',
  notice: null,
  needsRecoveryKey: true,
  ...changes,
})

async function openPanel(status: StorageStatus) {
  const twin = createProgramClientTwin({ 'storage.status': () => status })
  let prints = 0
  const panel = withinScope(() => useRecoveryKey(() => (prints += 1)), twin)
  await Promise.resolve()
  await Promise.resolve()
  return { twin, panel, prints: () => prints }
}

it('reads the recovery key only when the user asks for it, and forgets it when it is hidden', async () => {
  const { twin, panel } = await openPanel(open())
  expect(panel.protection.value).toBe('password')
  expect(panel.shown.value).toBeNull()
  void panel.show()
  await twin.next('storage.recoveryKey').succeed({ recoveryKey: 'AAAAA-BBBBB' })
  expect(panel.shown.value).toBe('AAAAA-BBBBB')
  panel.hide()
  expect(panel.shown.value).toBeNull()
})

it('prints the page, and hides the key when the user has stored it', async () => {
  const { twin, panel, prints } = await openPanel(open())
  void panel.show()
  await twin.next('storage.recoveryKey').succeed({ recoveryKey: 'AAAAA-BBBBB' })
  panel.print()
  expect(prints()).toBe(1)
  void panel.confirm()
  await twin.next('storage.confirmRecoveryKey').succeed(open({ needsRecoveryKey: false }))
  expect(panel.needsRecoveryKey.value).toBe(false)
  expect(panel.shown.value).toBeNull()
})

it('a key that cannot be read is a failure that is shown', async () => {
  const { twin, panel } = await openPanel(open())
  void panel.show()
  await twin.next('storage.recoveryKey').fail({ kind: 'unexpected', message: 'Something went wrong.' })
  expect(panel.failure.value).toMatchObject({ kind: 'unexpected' })
  expect(panel.shown.value).toBeNull()
})

it('there is no key while nothing is stored', async () => {
  const { panel } = await openPanel(open({ protection: 'nothing-kept', needsRecoveryKey: false }))
  expect(panel.protection.value).toBeNull()
})

import { effectScope } from 'vue'
import { expect, it, onTestFinished } from 'vitest'
import type { AdvancedSettings, Connection, ConnectionState } from '../../../../../src/contract/connections.ts'
import { useConnectionStore } from '../../../../../src/renderer/app/connection-store.ts'
import { useAdvancedForm } from '../../../../../src/renderer/features/settings/useAdvancedForm.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useStoresWith } from '../../host-twin.ts'

const advanced: AdvancedSettings = {
  mobileForm: 'national',
  malaysiaRegionCode: 'my',
  firstBatchSize: 500,
  pageSize: 100,
  referenceKey: 'forecourt_ref',
}
const stateWith = (settings: AdvancedSettings): ConnectionState => {
  const current = { id: 'c-1', name: 'Practice', advanced: settings } as Connection
  return { connections: [current], current, reachability: 'online', lastAnswerAt: null }
}

async function openForm() {
  const twin = createProgramClientTwin({ 'connections.state': () => stateWith(advanced) })
  useStoresWith(twin.client)
  await useConnectionStore().refresh()
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const form = scope.run(() => useAdvancedForm(twin.client))
  if (!form) throw new Error('No scope')
  return { twin, form }
}

it('shows the settings of the current connection, unchanged', async () => {
  const { form } = await openForm()
  expect(form.fields).toMatchObject({ firstBatchSize: '500', referenceKey: 'forecourt_ref' })
  expect(form.isChanged.value).toBe(false)
})

it('undoes changes', async () => {
  const { form } = await openForm()
  form.fields.pageSize = '50'
  expect(form.isChanged.value).toBe(true)
  form.undo()
  expect(form.fields.pageSize).toBe('100')
  expect(form.isChanged.value).toBe(false)
})

it('sends numbers, and shows why they were refused', async () => {
  const { twin, form } = await openForm()
  form.fields.firstBatchSize = '20'
  const saving = form.save()
  expect(twin.next('connections.setAdvanced').input).toEqual({ ...advanced, firstBatchSize: 20 })
  await twin.next('connections.setAdvanced').fail({ kind: 'invalid-input', message: 'Too few.' })
  expect(await saving).toBe(false)
  expect(form.saving.failure.value?.message).toBe('Too few.')
})

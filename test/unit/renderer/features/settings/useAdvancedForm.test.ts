import { expect, it } from 'vitest'
import type { Connection, ConnectionState } from '../../../../../src/contract/connections.ts'
import type { AdvancedSettings } from '../../../../../src/contract/advanced-settings.ts'
import { useConnectionStore } from '../../../../../src/renderer/app/connection-store.ts'
import { useAdvancedForm } from '../../../../../src/renderer/features/settings/useAdvancedForm.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useStoresWith } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'

const advanced: AdvancedSettings = {
  mobileForm: 'national',
  malaysiaRegionCode: 'my',
  firstBatchSize: 500,
  pageSize: 100,
  referenceKey: 'forecourt_ref',
  chassisKey: 'chassis_no',
  secondMobileKey: 'mobile_2',
  shortVins: 'extra-field',
  lowConfidenceBelow: 60,
  knownVinMaxAgeDays: 365,
  statusPath: 'both',
  facetParameter: '{facet}',
  priceChangeEvent: 'recapture_price_change',
  dates: 'as-written',
  tokenMarginSeconds: 60,
}
const stateWith = (settings: AdvancedSettings): ConnectionState => {
  const current = { id: 'c-1', name: 'Practice', advanced: settings } as Connection
  return { connections: [current], current, reachability: 'online', lastAnswerAt: null }
}

async function openForm() {
  const twin = createProgramClientTwin({ 'connections.state': () => stateWith(advanced) })
  useStoresWith(twin.client)
  await useConnectionStore().refresh()
  const form = withinScope(useAdvancedForm, twin)
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

it('fills in one default or all, and saves nothing by itself', async () => {
  const { twin, form } = await openForm()
  await twin.next('connections.advancedDefaults').succeed({ ...advanced, pageSize: 200 })
  await expect.poll(() => form.defaults.value?.pageSize).toBe('200')
  form.fields.firstBatchSize = '20'
  form.fields.chassisKey = 'frame'
  form.reset('firstBatchSize')
  expect(form.fields).toMatchObject({ firstBatchSize: '500', chassisKey: 'frame' })
  form.reset()
  expect(form.fields).toMatchObject({ chassisKey: 'chassis_no', pageSize: '200' })
  expect(form.isDefault.value).toBe(true)
})

it('does not send a field that has a problem', async () => {
  const { form } = await openForm()
  form.fields.pageSize = '0'
  expect(form.problems.value.pageSize).toMatch(/1 to 1,000/)
  expect(await form.save()).toBe(false)
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

import { describe, expect, it } from 'vitest'
import type { TabSubject } from '../../../../../../src/renderer/features/lookup/answer/vehicle-tabs.ts'
import { useVehicleTab } from '../../../../../../src/renderer/features/lookup/answer/useVehicleTab.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { inWindow, type InWindow } from '../../../in-window.ts'

const known: TabSubject = { region: 'au', plate: 'ABC123', state: 'NSW', vehicleId: 'v1', vehicleKnown: true }
const open = (address: string, subject: TabSubject): Promise<InWindow<ReturnType<typeof useVehicleTab>>> =>
  inWindow(createProgramClientTwin().client, address, ['car'], () => useVehicleTab(() => subject))

describe('useVehicleTab', () => {
  it('opens the tab of the address, where it can be opened', async () => {
    expect((await open('/car?tab=market', known)).value.tab.value).toBe('market')
    expect((await open('/car?tab=market', { ...known, vehicleId: null })).value.tab.value).toBe('vehicle')
    expect((await open('/car?tab=nonsense', known)).value.tab.value).toBe('vehicle')
  })

  it('writes the tab into the address, beside what is there', async () => {
    const { value, router } = await open('/car?title=Car', known)
    const changed = new Promise<void>((resolve) => router.afterEach(() => resolve()))
    value.tab.value = 'specs'
    await changed
    expect(router.currentRoute.value.query).toEqual({ title: 'Car', tab: 'specs' })
    expect(value.tab.value).toBe('specs')
  })
})

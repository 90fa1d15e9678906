import { describe, expect, it } from 'vitest'
import {
  chargeOfTabs,
  shownTab,
  tabsFor,
  type TabSubject,
  useVehicleTab,
} from '../../../../../../src/renderer/features/lookup/answer/useVehicleTab.ts'
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
    expect(value.clicked.value).toBe(false)
    value.tab.value = 'specs'
    expect(value.clicked.value).toBe(true)
    await changed
    expect(router.currentRoute.value.query).toEqual({ title: 'Car', tab: 'specs' })
    expect(value.tab.value).toBe('specs')
  })
})

describe('the tabs of a car', () => {
  const subject = { region: 'au', plate: 'ABC123', state: 'NSW', vehicleId: 'v', vehicleKnown: true } as const
  const unavailable = (given: Parameters<typeof tabsFor>[0]) =>
    tabsFor(given)
      .filter(({ reason }) => reason !== null)
      .map(({ key }) => key)

  it('are unavailable by region, with the reason', () => {
    expect(unavailable(subject)).toEqual([])
    expect(unavailable({ ...subject, region: 'nz', state: null })).toEqual(['status'])
    expect(unavailable({ ...subject, region: 'my', state: null })).toEqual(['status', 'specs'])
    expect(tabsFor({ ...subject, region: 'nz' })[1]?.reason).toContain('Australia only')
  })

  it('are unavailable by what is known about the car', () => {
    expect(unavailable({ ...subject, vehicleId: null })).toEqual(['specs', 'market'])
    expect(unavailable({ ...subject, plate: null, vehicleKnown: false })).toEqual(['vehicle', 'status'])
  })

  it('open at the tab of the address when it is available', () => {
    expect(shownTab(tabsFor(subject), 'market')).toBe('market')
    expect(shownTab(tabsFor({ ...subject, region: 'nz' }), 'status')).toBe('vehicle')
    expect(shownTab(tabsFor({ ...subject, vehicleKnown: false }), undefined)).toBe('status')
    expect(shownTab(tabsFor(subject), 'nonsense')).toBe('vehicle')
  })

  it('say which of them may be charged when it is opened', () => {
    expect(chargeOfTabs(tabsFor(subject))).toBe('Opening Registration status or Market may be charged.')
    expect(chargeOfTabs(tabsFor({ ...subject, plate: null }))).toBe('Opening Market may be charged.')
    expect(chargeOfTabs(tabsFor({ ...subject, plate: null, vehicleId: null }))).toBeNull()
    expect(chargeOfTabs(tabsFor({ ...subject, reused: ['status', 'market'] }))).toBeNull()
  })

  it('the tab of the market has the median price, once it is known', () => {
    expect(tabsFor({ ...subject, medianPrice: 16_750 }).at(-1)?.label).toBe('Market $16,750')
    expect(tabsFor(subject).at(-1)?.label).toBe('Market')
  })
})

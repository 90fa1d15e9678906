import { afterEach, describe, expect, it, vi } from 'vitest'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import { useCallSheet } from '../../../../../src/renderer/features/sightings/useCallSheet.ts'
import { pageLength, useSightingList } from '../../../../../src/renderer/features/sightings/useSightingList.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { sightedCar } from './sample-car.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => sightedCar(`n${from + index}`))

async function startSheet() {
  const twin = createProgramClientTwin()
  const toasts = createToasts()
  const { list, sheet } = withinScope(
    () => {
      const cars = useSightingList()
      return { list: cars, sheet: useCallSheet(cars, () => noSightingFilter) }
    },
    { client: twin.client, toasts },
  )
  const shown = list.show(noSightingFilter)
  await twin.next('sightings.list').succeed({ total: pageLength + 2, cars: numbered(0, pageLength) })
  await shown
  return { twin, list, sheet, toasts }
}

const screenOrder = [...numbered(0, pageLength), sightedCar('x'), sightedCar('y')].map(({ customer }) => customer.id)

describe('the call sheet', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('prints the cars of the screen in its order, with the pages that were not scrolled to', async () => {
    let prints = 0
    vi.stubGlobal('window', { print: () => (prints += 1) })
    const { twin, sheet } = await startSheet()
    const printing = sheet.print()
    expect(twin.next('sightings.list').input).toMatchObject({ offset: pageLength })
    await twin.next('sightings.list').succeed({ total: pageLength + 2, cars: [sightedCar('x'), sightedCar('y')] })
    await printing
    expect(sheet.sheet.value?.cars.map(({ customer }) => customer.id)).toEqual(screenOrder)
    expect(sheet.sheet.value?.total).toBe(pageLength + 2)
    expect(prints).toBe(1)
  })

  it('prints no Do Not Contact people, and counts them', async () => {
    vi.stubGlobal('window', { print: () => {} })
    const { twin, sheet } = await startSheet()
    const printing = sheet.print()
    const hidden = sightedCar('y', { customer: { ...sightedCar('y').customer, doNotContact: true } })
    await twin.next('sightings.list').succeed({ total: pageLength + 2, cars: [sightedCar('x'), hidden] })
    await printing
    expect(sheet.sheet.value?.cars.map(({ customer }) => customer.id)).toEqual(screenOrder.slice(0, -1))
    expect(sheet.sheet.value).toMatchObject({ total: pageLength + 1, doNotContact: 1 })
  })

  it('prints no call that was made since the list was opened', async () => {
    vi.stubGlobal('window', { print: () => {} })
    const { twin, list, sheet } = await startSheet()
    list.replace(sightedCar('n0', { group: 'later' }))
    const printing = sheet.print()
    await twin.next('sightings.list').succeed({ total: pageLength + 2, cars: [sightedCar('x'), sightedCar('y')] })
    await printing
    expect(sheet.sheet.value?.cars.map(({ customer }) => customer.id)).toEqual(screenOrder.slice(1))
    expect(sheet.sheet.value).toMatchObject({ total: pageLength + 1, doNotContact: 0 })
  })

  it('saves the cars of the screen by their IDs', async () => {
    const { twin, sheet } = await startSheet()
    const saving = sheet.save('csv')
    await twin.next('sightings.list').succeed({ total: pageLength + 2, cars: [sightedCar('x'), sightedCar('y')] })
    expect(twin.next('sightings.exportSheet').input).toMatchObject({ customerIds: screenOrder, format: 'csv' })
    await twin.next('sightings.exportSheet').fail({ message: 'The disk is full.' })
    await saving
  })

  it('prints nothing and says why when a page cannot be read', async () => {
    const { twin, sheet, toasts } = await startSheet()
    const printing = sheet.print()
    await twin.next('sightings.list').fail({ message: 'The disk is full.' })
    await printing
    expect(sheet.sheet.value).toBeNull()
    expect(toasts.shown.value.map(({ text }) => text)).toEqual(['The disk is full.'])
  })
})

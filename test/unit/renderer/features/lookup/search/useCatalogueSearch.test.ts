import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import {
  filterOptions,
  useCatalogueSearch,
  withFacet,
} from '../../../../../../src/renderer/features/lookup/search/useCatalogueSearch.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { inWindow } from '../../../in-window.ts'
import { sampleVehicle } from '../sample-lookup.ts'

const source = { at: '2026-11-22T00:00:00.000Z', kept: false, problem: null }

async function open(address: string) {
  const twin = createProgramClientTwin({
    'lookup.facets': ({ chosen }) => ({
      facets: [{ name: 'make', label: 'Make', options: [{ value: 'Toyota', count: 495 }] }],
      total: Object.keys(chosen ?? {}).length > 0 ? 495 : 3_445,
      other: [],
      ...source,
    }),
    'lookup.search': ({ count }) => ({
      vehicles: Array.from({ length: count ?? 10 }, () => sampleVehicle()),
      unreadable: [],
      more: true,
      other: [],
      ...source,
    }),
  })
  const { value, router } = await inWindow(twin.client, address, ['lookup-catalogue'], () => useCatalogueSearch())
  await twin.settled()
  const searches = () => twin.calls.filter(({ method }) => method === 'lookup.search').map(({ input }) => input)
  return { twin, catalogue: value, router, searches }
}

describe('useCatalogueSearch', () => {
  it('counts the catalogue, and searches only within a filter', async () => {
    const { catalogue, searches } = await open('/lookup-catalogue')
    expect(catalogue.total.value).toBe('3,445 vehicles')
    expect(searches()).toEqual([])
  })

  it('searches within the filters of the address, and shows more', async () => {
    const { twin, catalogue, searches } = await open('/lookup-catalogue?make=Toyota')
    expect(catalogue.selectedList.value).toEqual([{ name: 'make', label: 'Make', value: 'Toyota' }])
    expect(catalogue.heading.value).toBe('10 of 495 vehicles')
    catalogue.showMore()
    await nextTick()
    await twin.settled()
    expect(searches()).toMatchObject([{ chosen: { make: 'Toyota' }, count: 10 }, { count: 20 }])
  })

  it('writes a selection into the address, and clears it', async () => {
    const { catalogue, router } = await open('/lookup-catalogue')
    const moved = (): Promise<void> => new Promise((resolve) => void router.afterEach(() => resolve()))
    const selected = moved()
    catalogue.select('make', 'Toyota')
    await selected
    expect(router.currentRoute.value.query).toEqual({ make: 'Toyota' })
    const cleared = moved()
    catalogue.clearAll()
    await cleared
    expect(catalogue.isFiltered.value).toBe(false)
  })
})

describe('facets', () => {
  const options = ['Rover', 'Land Rover', 'Kia'].map((value, at) => ({ value, count: at }))

  it('are found by any of their characters, those that begin with them first', () => {
    expect(filterOptions(options, 'rov').map(({ value }) => value)).toEqual(['Rover', 'Land Rover'])
    expect(filterOptions(options, 'LANDR').map(({ value }) => value)).toEqual(['Land Rover'])
    expect(filterOptions(options, ' ')).toBe(options)
  })

  it('are set and cleared one by one', () => {
    expect(withFacet({ make: 'Kia' }, 'year', '2020')).toEqual({ make: 'Kia', year: '2020' })
    expect(withFacet({ make: 'Kia', year: '2020' }, 'make', null)).toEqual({ year: '2020' })
  })
})

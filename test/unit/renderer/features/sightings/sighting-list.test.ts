import { afterEach, describe, expect, it } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { SightedCar } from '../../../../../src/contract/sightings.ts'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import { insteadOfSightings } from '../../../../../src/renderer/features/sightings/sightings-empty-state.ts'
import { useEntryForm } from '../../../../../src/renderer/features/sightings/useEntryForm.ts'
import { useSightedCar } from '../../../../../src/renderer/features/sightings/useSightedCar.ts'
import { pageLength, useSightingList } from '../../../../../src/renderer/features/sightings/useSightingList.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sightedCar, summary } from './sample-car.ts'

let scope: EffectScope | null = null
afterEach(() => scope?.stop())

function within<T>(make: () => T): T {
  scope = effectScope()
  const made = scope.run(make)
  if (made === undefined) throw new Error('Nothing was made')
  return made
}
const ids = (cars: readonly SightedCar[]): string[] => cars.map(({ customer }) => customer.id)
const cars = (...names: string[]): SightedCar[] => names.map((name) => sightedCar(name))

describe('the list on the screen', () => {
  it('stands still as cars come, counts them, and shows them when she asks', async () => {
    const far = createProgramClientTwin()
    const list = within(() => useSightingList(far.client))
    const shown = list.show(noSightingFilter)
    await far.next('sightings.list').succeed({ total: 2, cars: cars('a', 'b') })
    await shown

    const looked = list.look()
    const fresher = [sightedCar('c', { isNew: true }), sightedCar('b', { outcome: 'voicemail' }), sightedCar('a')]
    await far.next('sightings.list').succeed({ total: 3, cars: fresher })
    await looked
    expect(ids(list.cars.value)).toEqual(['a', 'b'])
    expect(list.cars.value[1]?.outcome).toBe('voicemail')
    expect(list.arrived.value).toBe(1)

    const again = list.show(noSightingFilter)
    await far.next('sightings.list').succeed({ total: 3, cars: fresher })
    await again
    expect(ids(list.cars.value)).toEqual(['c', 'b', 'a'])
    expect(list.arrived.value).toBe(0)
  })

  it('is fetched by pages, and takes no car twice when one has moved', async () => {
    const many = Array.from({ length: pageLength }, (_, n) => sightedCar(`n${n}`))
    const far = createProgramClientTwin()
    const list = within(() => useSightingList(far.client))
    const shown = list.show(noSightingFilter)
    await far.next('sightings.list').succeed({ total: pageLength + 2, cars: many })
    await shown
    const more = list.more()
    expect(far.next('sightings.list').input).toMatchObject({ offset: pageLength })
    await far.next('sightings.list').succeed({ total: pageLength + 2, cars: cars('n99', 'last') })
    await more
    expect(list.cars.value).toHaveLength(pageLength + 1)
    // Cars of pages that she has not been to are no news.
    const looked = list.look()
    await far.next('sightings.list').succeed({ total: pageLength + 2, cars: many })
    await looked
    expect(list.arrived.value).toBe(0)
  })

  it('keeps the newest question when answers cross, and what it shows when one fails', async () => {
    const far = createProgramClientTwin()
    const list = within(() => useSightingList(far.client))
    const first = list.show(noSightingFilter)
    const second = list.show({ ...noSightingFilter, view: 'all' })
    await far.open[1]?.succeed({ total: 1, cars: cars('new') })
    await far.open[0]?.succeed({ total: 1, cars: cars('old') })
    await Promise.all([first, second])
    expect(ids(list.cars.value)).toEqual(['new'])
    const third = list.show(noSightingFilter)
    await far.next('sightings.list').fail({ message: 'The disk is full.' })
    await third
    expect(ids(list.cars.value)).toEqual(['new'])
    expect(list.failure.value?.message).toBe('The disk is full.')
  })
})

describe('the car on the card', () => {
  it('is there at once, with its log a moment later; a late answer is not of the next car', async () => {
    const far = createProgramClientTwin()
    const open = within(() => useSightedCar(far.client, () => undefined))
    const first = open.open(sightedCar('a'))
    expect(open.car.value?.customer.id).toBe('a')
    const second = open.open(sightedCar('b'))
    await far.open[0]?.succeed({ car: sightedCar('a'), entries: [{ id: 'e' }] })
    await far.next('sightings.get').succeed({ car: sightedCar('b'), entries: [] })
    await Promise.all([first, second])
    expect(open.car.value?.customer.id).toBe('b')
    expect(open.entries.value).toEqual([])
  })

  it('says why a comparison failed, and on no other car', async () => {
    const far = createProgramClientTwin()
    const changed: string[] = []
    const open = within(() => useSightedCar(far.client, ({ customer }) => changed.push(customer.id)))
    void open.open(sightedCar('a'))
    await far.next('sightings.get').succeed({ car: sightedCar('a'), entries: [] })
    const comparing = open.compare(82_000, false)
    expect(open.comparing.value).toBe(true)
    expect(far.next('sightings.compare').input).toEqual({ customerId: 'a', kms: 82_000, refresh: false })
    await far.next('sightings.compare').fail({ kind: 'offline', message: 'There is no network.' })
    await comparing
    expect(open.comparing.value).toBe(false)
    expect(open.compareFailure.value?.message).toBe('There is no network.')
    void open.open(sightedCar('b'))
    expect(open.compareFailure.value).toBeNull()
    expect(changed).toEqual([])
  })
})

describe('what she enters', () => {
  const saturday = (): Date => new Date(2026, 10, 21, 10)

  it('is kept only when it is whole', () => {
    const form = useEntryForm(saturday)
    expect(form.problem.value?.field).toBe('outcome')
    form.choose('call_back')
    expect(form.problem.value).toEqual({ field: 'date', words: '“Call back” needs a date.' })
    form.dateText.value = '31/2/2027'
    expect(form.problem.value?.words).toBe('Write the date as day/month/year.')
    form.dateText.value = '24/11'
    form.note.value = 'After five'
    expect(form.entry()).toEqual({
      outcome: 'call_back',
      note: 'After five',
      nextAction: '',
      nextDate: '2026-11-24',
      amount: null,
    })
    form.choose('offer_made')
    expect(form.problem.value?.field).toBe('amount')
    form.amountText.value = '$28,500'
    expect(form.entry()?.amount).toBe(28_500)
  })

  it('has the next try filled in where nobody answered, and never over a date of hers', () => {
    const form = useEntryForm(saturday)
    form.choose('no_answer')
    expect(form.dateText.value).toBe('23/11/2026')
    form.choose('assigned')
    expect(form.dateText.value).toBe('')
    form.dateText.value = '1/12/2026'
    form.choose('voicemail')
    expect(form.dateText.value).toBe('1/12/2026')
  })

  it('gives what is closed no next step', () => {
    const form = useEntryForm(saturday)
    form.choose('no_answer')
    form.nextAction.value = 'Text him'
    form.choose('bought')
    expect(form.hasNextStep.value).toBe(false)
    expect(form.entry()).toMatchObject({ outcome: 'bought', nextAction: '', nextDate: null })
  })

  it('is taken aside and put back', () => {
    const form = useEntryForm(saturday)
    expect(form.isTouched.value).toBe(false)
    form.choose('offer_made')
    form.note.value = 'Thinks about it'
    const draft = form.taken()
    form.clear()
    expect(form.isTouched.value).toBe(false)
    form.putBack(draft)
    expect(form.taken()).toEqual(draft)
  })
})

describe('what stands there instead of a list', () => {
  const status = {
    total: 40,
    withSightings: 0,
    syncedAt: '2026-11-21T00:00:00.000Z',
    syncing: null,
    problem: null,
    vanished: null,
    edits: { pending: 0, failed: 0, conflicts: 0 },
    deletions: { pending: 0, failed: 0 },
    inBin: 0,
  }
  const nothing = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
  const all = { summary: summary(), status, total: 3, filter: noSightingFilter, failed: false }
  const empty = { ...all, summary: summary({ views: nothing }), total: 0 }
  it.each([
    ['the list', all, null],
    ['opening', { ...all, summary: null }, 'loading'],
    ['a failure', { ...all, summary: null, failed: true }, 'failed'],
    ['no sightings yet', empty, 'no-sightings'],
    ['no customers yet', { ...empty, status: { ...status, total: 0 } }, 'no-customers'],
    ['the first reading', { ...empty, status: { ...status, total: 0, syncing: { read: 3, of: null } } }, 'reading'],
    ['no network at first', { ...empty, status: { ...status, total: 0, problem: 'Offline.' } }, 'problem'],
    ['all called', { ...all, total: 0 }, 'all-called'],
    ['nothing fits', { ...all, total: 0, filter: { ...noSightingFilter, search: 'x' } }, 'nothing-fits'],
    ['an empty view', { ...all, total: 0, filter: { ...noSightingFilter, view: 'closed' as const } }, 'empty-view'],
  ] as const)('%s', (_, standing, kind) => {
    expect(insteadOfSightings(standing)).toBe(kind)
  })
})

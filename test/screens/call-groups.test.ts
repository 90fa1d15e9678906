import { describe, expect, it } from 'vitest'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { groupsOf, listOf, sightedCar } from '../unit/renderer/features/sightings/sample-car.ts'
import { carsOf, openCalls } from './call-screen.ts'

const cars = carsOf('Priya Raman', 'Liam Campbell', 'Wei Singh')

describe('the groups of the call list', () => {
  const grouped = cars.map((car, at) => ({ ...car, group: (['overdue', 'new', 'new'] as const)[at] ?? 'new' }))

  longTest('are closed and opened by arrows, which go on from car to car', async () => {
    const { host, page, list, rows } = await openCalls({
      cars: grouped,
      prepare: (twin) =>
        twin.answer('sightings.list', ({ groups }) => {
          const shown = grouped.filter(({ group }) => groups?.includes(group))
          return success({ ...listOf(shown), groups: groupsOf(grouped) })
        }),
    })
    const selected = list.locator('[aria-selected=true]')
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await selected.filter({ hasText: 'Liam Campbell' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    const group = list.getByRole('treeitem', { name: 'New 2' })
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => rows.count()).toBe(1)
    expect(await list.getAttribute('aria-activedescendant')).toBe(await group.getAttribute('id'))
    expect(host.inputsOf('sightings.list').at(-1)?.groups).not.toContain('new')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => rows.count()).toBe(3)
    await page.keyboard.press('ArrowDown')
    await selected.filter({ hasText: 'Liam Campbell' }).waitFor()
  })

  it('keep a car in its place when a call moves it, and say where it is now', async () => {
    const { host, page, list, rows } = await openCalls({ cars: grouped })
    const [first] = grouped
    if (!first) throw new Error('There is a car')
    host.answer('sightings.record', () => success({ ...first, group: 'later', outcome: 'no_answer' }))
    await list.focus()
    await page.keyboard.press('n')
    await page.keyboard.press('Control+Enter')
    await rows.first().getByText('Moved to Later').waitFor()
    expect(await rows.count()).toBe(3)
    await list.locator('[aria-selected=true]').filter({ hasText: 'Liam Campbell' }).waitFor()
    expect(host.inputsOf('sightings.record')).toMatchObject([{ outcome: 'no_answer', nextDate: '2026-11-21' }])
  })
})

describe('a call', () => {
  it('is noted in three keystrokes from another screen', async () => {
    const { host, page } = await openCalls()
    await page.keyboard.press('Alt+3')
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.keyboard.press('Alt+1')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree')
    await page.keyboard.press('v')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => host.inputsOf('sightings.record')).toMatchObject([{ outcome: 'voicemail' }])
  })

  const jo = { id: 'jo', name: 'Jo Taylor' }
  const sam = { id: 'sam', name: 'Sam Lee' }
  /** Calls can be assigned; what is assigned stays. */
  const openAssignable = () =>
    openCalls({
      cars,
      prepare(host) {
        let assigned = new Map<string, SightedCar['assignedTo']>()
        const now = (): SightedCar[] =>
          cars.map((car) => ({ ...car, assignedTo: assigned.get(car.customer.id) ?? null }))
        host.answer('sightings.assignees', () => success({ people: [jo, sam] }))
        host.answer('sightings.list', ({ assigned: share }) =>
          success(listOf(now().filter(({ assignedTo }) => share !== 'mine' || assignedTo?.id === 'jo'))),
        )
        host.answer('sightings.get', ({ customerId }) => {
          const car = now().find(({ customer: { id } }) => id === customerId)
          return success({ car: car ?? sightedCar('a'), entries: [], attempts: [] })
        })
        host.answer('sightings.assign', ({ cars: given }) => {
          const before = given.map((car) => ({ ...car, to: assigned.get(car.customerId) ?? null }))
          for (const { customerId, to } of given)
            assigned = new Map([...assigned, [customerId, to && { id: to.id ?? 'new', name: to.name }]])
          host.announce({ name: 'sightings.changed' })
          return success({ before })
        })
      },
    })

  it('is assigned to a person by key, found under Mine, and assigned as before by Undo', async () => {
    const { host, page, list, rows, card } = await openAssignable()
    await list.focus()
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: 'Jo Taylor' }).click()
    await page.getByText('Priya Raman: assigned to Jo Taylor.').waitFor()
    await card.getByRole('button', { name: 'Assigned to Jo Taylor' }).waitFor()
    await rows.first().getByText('Jo Taylor').waitFor()
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Everyone', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await card.getByRole('button', { name: 'Assign', exact: true }).waitFor()
    expect(host.inputsOf('sightings.assign').map(({ cars: given }) => given.map(({ to }) => to))).toEqual([
      [jo],
      [null],
    ])
  })

  it('is assigned to a new name, and several at once', async () => {
    const { host, page, list, rows } = await openAssignable()
    await list.focus()
    await page.keyboard.press('h')
    const panel = page.getByRole('dialog', { name: 'Assign to' })
    await panel.getByText(/^A new name is added to the people of this PC.*Reminders stay on the PC/).waitFor()
    await panel.getByLabel('New name').fill('Kim Park')
    await page.keyboard.press('Enter')
    await rows.first().getByText('Kim Park').waitFor()
    await list.focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('group', { name: '3 selected' })
    await bar.getByRole('button', { name: 'Assign' }).click()
    await panel.getByRole('button', { name: 'Sam Lee' }).click()
    await page.getByText('3 calls assigned to Sam Lee.').waitFor()
    await bar.waitFor({ state: 'hidden' })
    expect(host.inputsOf('sightings.assign').map(({ cars: given }) => given.length)).toEqual([1, 3])
    expect(host.inputsOf('sightings.assign')[0]?.cars[0]?.to).toEqual({ id: null, name: 'Kim Park' })
  })
})

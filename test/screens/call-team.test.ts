import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PeopleList } from '../../src/contract/people.ts'
import { success } from '../../src/contract/result.ts'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { longTest, onlyLong } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { listOf, sightedCar } from '../unit/renderer/features/sightings/sample-car.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerCalls, carsOf, openCalls } from './call-screen.ts'
import { seriousFindings } from './findings.ts'
import { answerPeople } from './people-answers.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const jo = { id: 'jo', name: 'Jo Taylor', retired: false }
const sam = { id: 'sam', name: 'Sam Carter', retired: false }
const picker = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const panel = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Who is working?' })
const withPeople =
  (people: PeopleList['people'], currentId: string | null, askAtStart = false) =>
  (host: HostTwin): void =>
    answerPeople(host, { people, currentId, askAtStart })

describe('who is working', () => {
  it('is asked for before the first outcome without a name', async () => {
    const { host, page, list } = await openCalls({ prepare: withPeople([jo], null) })
    await picker(page, 'Person, theme and settings').waitFor()
    await list.focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByRole('button', { name: 'Jo Taylor' }).waitFor()
    expect(host.inputsOf('sightings.record')).toEqual([])
    await panel(page).getByRole('textbox', { name: 'New name' }).fill('Sam Carter')
    await page.keyboard.press('Enter')
    await page.getByText(/: left a voicemail\./).waitFor()
    await picker(page, 'Sam Carter: person, theme and settings').waitFor()
    expect(host.inputsOf('sightings.record')).toHaveLength(1)
  })

  it('is shown in the history', async () => {
    const note = {
      id: 'note',
      at: '2026-11-19T02:00:00Z',
      outcome: 'voicemail',
      note: '',
      nextAction: '',
      nextDate: null,
      nextTime: null,
      amount: null,
      person: sam,
    } as const
    const { page } = await openCalls({
      prepare: (host) => answerCalls(host, carsOf('Priya Raman'), { 'car-0': [note] }),
    })
    const entry = page.getByRole('region', { name: 'Call history' }).getByText('Sam Carter')
    await expect.poll(() => entry.count()).toBe(1)
  })

  it('is changed in the top bar by keyboard, renamed, and retired', async () => {
    const { host, page } = await openCalls({ prepare: withPeople([jo, sam], 'sam') })
    await picker(page, 'Sam Carter: person, theme and settings').focus()
    await page.keyboard.press('Enter')
    await panel(page).getByRole('radio', { name: 'Sam Carter' }).focus()
    await page.keyboard.press('ArrowUp')
    await picker(page, 'Jo Taylor: person, theme and settings').waitFor()
    await panel(page).getByRole('button', { name: 'Edit names' }).click()
    await panel(page).getByRole('textbox', { name: 'Name of Sam Carter' }).fill('Samuel Carter')
    await page.keyboard.press('Tab')
    await panel(page).getByRole('button', { name: 'Retire Samuel Carter' }).click()
    await panel(page).getByRole('button', { name: 'Restore Samuel Carter' }).waitFor()
    expect(host.inputsOf('people.rename')).toEqual([{ personId: 'sam', name: 'Samuel Carter' }])
    expect(host.inputsOf('people.setRetired')).toEqual([{ personId: 'sam', retired: true }])
  })

  it('is retired with the question who makes their calls, and both are undone', async () => {
    const car = { customerId: 'car-0', source: { connectionId: 'practice', region: 'au' as const } }
    const { host, page } = await openCalls({
      prepare(twin) {
        withPeople([jo, sam], 'sam')(twin)
        twin.answer('sightings.assignedTo', ({ personId }) => success({ cars: personId === 'sam' ? [car, car] : [] }))
        twin.answer('sightings.assign', ({ cars }) =>
          success({ before: cars.map((each) => ({ ...each, to: { id: sam.id, name: sam.name } })) }),
        )
      },
    })
    await picker(page, 'Sam Carter: person, theme and settings').click()
    await panel(page).getByRole('button', { name: 'Edit names' }).click()
    await panel(page).getByRole('button', { name: 'Retire Sam Carter' }).click()
    const question = panel(page).getByRole('form', { name: 'Retire Sam Carter?' })
    await question.getByText('2 cars are assigned to Sam Carter. Who makes these calls now?').waitFor()
    expect(host.inputsOf('people.setRetired')).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('radio', { name: 'Jo Taylor' }).click()
    await question.getByRole('button', { name: 'Retire' }).click()
    await page
      .getByText(
        'Sam Carter retired. 2 calls assigned to Jo Taylor. Nobody is working now: outcomes are saved without a name.',
      )
      .waitFor()
    const to = { id: 'jo', name: 'Jo Taylor' }
    expect(host.inputsOf('sightings.assign')).toEqual([{ cars: [car, car].map((each) => ({ ...each, to })) }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Sam Carter restored.').waitFor()
    expect(host.inputsOf('people.setRetired').at(-1)).toEqual({ personId: 'sam', retired: false })
    expect(host.inputsOf('people.pick')).toEqual([{ personId: 'sam' }])
    expect(host.inputsOf('sightings.assign').at(-1)?.cars[0]?.to).toEqual({ id: 'sam', name: 'Sam Carter' })
  })

  it('is said when an added person replaces who was working, and undone', async () => {
    const { host, page } = await openCalls({ prepare: withPeople([jo, sam], 'sam') })
    await picker(page, 'Sam Carter: person, theme and settings').click()
    await panel(page).getByRole('textbox', { name: 'New name' }).fill('Mia Lee')
    await page.keyboard.press('Enter')
    await page.getByText('Mia Lee is working now instead of Sam Carter.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await picker(page, 'Sam Carter: person, theme and settings').waitFor()
    expect(host.inputsOf('people.pick')).toEqual([{ personId: 'sam' }])
  })

  longTest('is restored without being picked again when somebody else works by then', async () => {
    const { host, page } = await openCalls({
      prepare(twin) {
        withPeople([jo, sam], 'sam')(twin)
        twin.answer('sightings.assignedTo', () => success({ cars: [] }))
        twin.answer('sightings.assign', () => success({ before: [] }))
      },
    })
    await picker(page, 'Sam Carter: person, theme and settings').click()
    await panel(page).getByRole('button', { name: 'Edit names' }).click()
    await panel(page).getByRole('button', { name: 'Retire Sam Carter' }).click()
    await page.getByText('Sam Carter retired. Nobody is working now').waitFor()
    await picker(page, 'Person, theme and settings').click()
    // Checked when the program has answered.
    await panel(page).getByRole('radio', { name: 'Jo Taylor' }).click()
    await panel(page).getByRole('radio', { name: 'Jo Taylor', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Sam Carter restored.').waitFor()
    expect(host.inputsOf('people.pick')).toEqual([{ personId: 'jo' }])
  })

  longTest('filters the call list', async () => {
    const cars = carsOf('Priya Raman', 'Liam Campbell')
    const { page, rows, openListMenu } = await openCalls({
      cars,
      prepare(host) {
        withPeople([jo, { ...sam, retired: true }], 'jo')(host)
        host.answer('sightings.list', ({ people = [] }) => {
          const shown = people.includes('sam') ? cars.slice(1) : cars
          return success(listOf(shown))
        })
      },
    })
    const filter = await openListMenu('Filter')
    await filter.getByLabel('Last outcome recorded by').selectOption({ label: 'Sam Carter (retired)' })
    await page.keyboard.press('Escape')
    await page.getByText('By: Sam Carter').waitFor()
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Liam Campbell')])
    await page.getByRole('button', { name: /By: Sam Carter/ }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  longTest('is asked at the start where the user wants it', async () => {
    const host = createPracticeHost()
    answerPeople(host, { people: [jo], currentId: null, askAtStart: true })
    const page = await openWindow('/sightings', host)
    await panel(page).getByRole('button', { name: 'Jo Taylor' }).click()
    await picker(page, 'Jo Taylor: person, theme and settings').waitFor()
    await panel(page).waitFor({ state: 'hidden' })
    expect(host.inputsOf('people.pick')).toEqual([{ personId: 'jo' }])
  })

  it.each([['jo', 'Salesperson: Jo Taylor'], ...onlyLong([null, 'Salesperson:'] as const)] as const)(
    'is named on the printed call sheet, or there is room for a name: %s',
    async (currentId, printed) => {
      const { page, openListMenu } = await openCalls({ prepare: withPeople([jo], currentId) })
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', 'yes')
      })
      await openListMenu('Print the call sheet')
      await page.locator('body[data-printed=yes]').waitFor()
      await page.evaluate(() => document.body.removeAttribute('data-printed'))
      await page.emulateMedia({ media: 'print' })
      expect((await page.locator('.call-sheet .names span').innerText()).trim()).toBe(printed)
    },
  )
})

describe('the order of the list', () => {
  it('is chosen, sent to the program, and named in each row', async () => {
    const planned = sightedCar('planned', {
      chance: 64,
      due: 'today',
      group: 'today',
      callNote: {
        id: 'note',
        at: '2026-11-19T02:00:00Z',
        outcome: 'call_back',
        note: '',
        nextAction: 'Call',
        nextDate: '2026-11-30',
        nextTime: null,
        amount: null,
        person: null,
      },
    })
    const { host, rows, openListMenu } = await openCalls({
      cars: [planned, sightedCar('plain', { chance: 12 })],
      prepare: (twin) =>
        twin.answer('sightings.setSettings', (changes) =>
          success({
            checkEveryMinutes: 5,
            notify: true,
            sort: 'suggested',
            digest: true,
            digestAt: null,
            ...changes,
          }),
        ),
    })
    const order = (await openListMenu()).getByRole('combobox', { name: 'Order' })
    for (const [label, sort, shown] of [
      ['Best chance', 'best-chance', /^64 points$/],
      ['Newest', 'newest', /^Not called$/],
      ['Due first', 'due', /^Due today$/],
      ['Price position', 'price-position', /^not compared$/],
      ['Suggested', 'suggested', /^Not called$/],
    ] as const) {
      await order.selectOption({ label })
      await rows.getByText(shown).first().waitFor()
      await expect.poll(() => host.inputsOf('sightings.list').at(-1)?.sort).toBe(sort)
    }
    expect(host.inputsOf('sightings.setSettings').map(({ sort }) => sort)).toContain('best-chance')
  })

  longTest('is the saved one when the window opens', async () => {
    const { host, rows, openListMenu } = await openCalls({
      prepare: (twin) =>
        twin.answer('sightings.settings', () =>
          success({ checkEveryMinutes: 5, notify: true, sort: 'best-chance', digest: true, digestAt: null }),
        ),
    })
    await rows.first().getByText('0 points').waitFor()
    const chosen = (await openListMenu()).getByRole('combobox', { name: 'Order' }).locator('option:checked')
    expect(await chosen.innerText()).toBe('Best chance')
    await expect.poll(() => host.inputsOf('sightings.list').at(-1)?.sort).toBe('best-chance')
  })

  longTest('is explained in place', async () => {
    const { page, openListMenu } = await openCalls()
    const help = await openListMenu('Groups and orders explained')
    await help.getByText('listed since your last visit, and not called about').waitFor()
    await help.getByText(/^Up to 100 points/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('one outcome for several cars', () => {
  it('is recorded for the selected cars after a confirmation, and undone at once, by keyboard', async () => {
    const { host, page, list } = await openCalls({
      cars: carsOf('Priya Raman', 'Liam Campbell', 'Wei Singh', 'Olivia Nguyen'),
    })
    host.answer('sightings.recordMany', () => success({ groupId: 'group', recorded: 3, doNotContact: 0, missing: 0 }))
    host.answer('sightings.undoMany', () => success({ undone: 3 }))
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('group', { name: '3 selected' })
    await bar.waitFor()
    expect(await list.locator('[aria-checked=true]').count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
    // A group that is closed and opened keeps its ticks.
    await list.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => list.locator('[aria-checked=true]').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => list.locator('[aria-checked=true]').count()).toBe(3)
    await bar.getByRole('button', { name: 'Outcome' }).click()
    const form = page.getByRole('dialog', { name: 'Outcome for all' })
    await form.getByRole('combobox', { name: 'Outcome for all' }).selectOption({ label: 'No answer' })
    await form.getByLabel('Notes').fill('Rang in the morning')
    await form.getByRole('button', { name: 'Record for 3 cars' }).click()
    const question = page.getByRole('dialog', { name: 'Record “No answer” for 3 cars?' })
    expect(host.inputsOf('sightings.recordMany')).toEqual([])
    await question.getByRole('button', { name: 'Record for 3 cars' }).click()
    await page.getByText('No answer: recorded for 3 cars.').waitFor()
    expect(host.inputsOf('sightings.recordMany')).toMatchObject([
      { customerIds: ['car-0', 'car-1', 'car-2'], outcome: 'no_answer', note: 'Rang in the morning' },
    ])
    await bar.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await page.getByText('Outcome of 3 cars undone.').waitFor()
    expect(host.inputsOf('sightings.undoMany')).toEqual([{ groupId: 'group' }])
  })

  it('leaves out people who must not be contacted', async () => {
    const forbidden: SightedCar = sightedCar('priya', {
      customer: customer('priya', { doNotContact: true, mobileNumber: null, hiddenNumbers: ['mobileNumber'] }),
      phone: null,
      outcome: 'do_not_contact',
      group: 'done',
    })
    const { host, page, list, rows } = await openCalls({ cars: [sightedCar('open'), forbidden] })
    await list.getByRole('treeitem', { name: 'Done 1' }).click()
    const row = rows.filter({ hasText: 'Do not contact' })
    await row.locator('.tick').click()
    await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Outcome' }).click()
    const form = page.getByRole('dialog', { name: 'Outcome for all' })
    await form.getByRole('combobox', { name: 'Outcome for all' }).selectOption({ label: 'Not interested' })
    await form.getByRole('button', { name: 'Record for 1 car' }).click()
    await page.getByText('All selected cars belong to people marked Do Not Contact.', { exact: false }).waitFor()
    expect(host.inputsOf('sightings.recordMany')).toEqual([])
  })
})

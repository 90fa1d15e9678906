import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { DueCall } from '../../src/contract/contact.ts'
import { failure, success } from '../../src/contract/result.ts'
import type { MessageTemplate } from '../../src/contract/message-templates.ts'
import { longDescribe, onlyLong } from '../runs.ts'
import { sightedCar } from '../unit/renderer/features/sightings/sample-car.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { longCar, longName, longNote, longTeamWork } from '../window/long-call.ts'
import { answerCalls, carsOf, openCalls } from './call-screen.ts'
import { callableNow } from './standard-answers.ts'

const sizes = { '1024x700': { width: 1024, height: 700 }, '1280x800': { width: 1280, height: 800 } } as const
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const history = (page: Page): Locator => page.getByRole('region', { name: 'Call history' })
const linksOf = (host: HostTwin): string[] => host.inputsOf('app.openLink').map(({ url }) => url)

/** A call list with the longest texts, in a team. */
const longCars = carsOf(longName, 'Liam Campbell', 'Wei Singh').map(longCar)
function answerLong(host: HostTwin): void {
  answerCalls(host, longCars, Object.fromEntries(longCars.map(({ customer }) => [customer.id, [longNote]])))
  host.answer('teamWork.car', () => success({ work: longTeamWork }))
}

longDescribe('the call card, with the longest texts', () => {
  it.each(onlyLong(['1024x700', 'dark'], ['1280x800', 'light'], ['1280x800', 'dark'], ['1024x700', 'light']))(
    'shows what a call in a team needs without scrolling at %s, %s',
    async (size, colorScheme) => {
      const { page, card, list } = await openCalls({
        cars: longCars,
        prepare: answerLong,
        viewport: sizes[size],
        colorScheme,
      })
      await list.focus()
      await history(page).waitFor()
      await card.getByRole('region', { name: 'Team' }).waitFor()
      const top = (await card.locator('.body').boundingBox())?.y ?? 0
      const bottom = (await card.locator('.save').boundingBox())?.y ?? 0
      const isBetween = async (what: Locator, from: number, to: number): Promise<boolean> => {
        const box = await what.boundingBox()
        return box !== null && box.height > 0 && box.y >= from - 0.5 && box.y + box.height <= to + 0.5
      }
      const cardTop = (await card.boundingBox())?.y ?? 0
      for (const head of [card.getByRole('heading', { level: 2 }), card.locator('.number'), card.locator('.hours')])
        expect(await isBetween(head, cardTop, top)).toBe(true)
      const buttons = card.getByRole('group', { name: 'Outcome' }).getByRole('button')
      expect(await buttons.count()).toBe(5)
      const needed = ['.tip', '.price', '.bar', '.team'].map((part) => card.locator(part).first())
      if (size === '1280x800') needed.push(history(page))
      for (const what of [...needed, ...(await buttons.all())]) expect(await isBetween(what, top, bottom)).toBe(true)
      expect(await card.locator('.body').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
      const sticksOut = await card.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(sticksOut).toBeLessThanOrEqual(0)
    },
  )

  it('says how the price compares with the market, and how long the car was owned', async () => {
    const { card } = await openCalls({ cars: longCars })
    await card.getByText('More about the car').click()
    await card.getByText('77% of the market price (23% below the median).').waitFor()
    expect(await card.innerText()).toMatch(/Sold 31\/1\/2019, owned \d+ years/)
  })
})

describe('a call outside calling hours', () => {
  it('is a warning that asks for a reason, which the history shows', async () => {
    const callingHours = { now: 'outside', words: 'Sunday in Sydney. No calls on Sundays.' } as const
    const { host, page, list } = await openCalls({ cars: [sightedCar('priya', { callingHours })] })
    await list.focus()
    await page.keyboard.press('k')
    const ask = dialog(page, /^Call .+ anyway\?$/)
    await ask.getByText('No calls on Sundays.').waitFor()
    await ask.getByRole('button', { name: 'Call anyway' }).click()
    await ask.getByText('Enter why you call now.').waitFor()
    expect(linksOf(host)).toEqual([])
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Asked for it')
    await page.keyboard.press('Enter')
    await ask.waitFor({ state: 'hidden' })
    await history(page).getByText('Reason: Asked for it').waitFor()
    expect(linksOf(host)).toEqual(['tel:+61491570006'])
  })
})

describe('a call-back', () => {
  it('gets its date from a calendar by keyboard, and its time from a suggestion', async () => {
    const hours = 'Monday 3:30 pm in Sydney. You’ll be reminded at this time, on this PC.'
    const { host, page, card, list } = await openCalls({
      prepare: (twin) =>
        twin.answer('sightings.callTimes', ({ time }) =>
          success({
            suggestions: [{ label: 'Tomorrow 9 am', date: '2026-11-21', time: '09:00' }],
            now: callableNow,
            planned: time === null ? null : { now: 'allowed', words: hours },
            phone: null,
          }),
        ),
    })
    await list.focus()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Choose the date from a calendar' }).press('Enter')
    await page.getByRole('grid', { name: 'November 2026' }).waitFor()
    await page.keyboard.press('PageDown')
    const december = page.getByRole('grid', { name: 'December 2026' })
    await december.waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await december.waitFor({ state: 'hidden' })
    const date = page.getByLabel('Date', { exact: true })
    expect(await date.inputValue()).toMatch(/^\d+\/12\/2026$/)
    await page.getByLabel('Time', { exact: true }).fill('3.30pm')
    await page.getByLabel('Notes').focus()
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('3:30 pm')
    await card.getByRole('status').filter({ hasText: 'You’ll be reminded at this time' }).waitFor()
    await card.getByRole('button', { name: 'Suggested times' }).click()
    await page.getByRole('dialog', { name: 'Suggested times' }).getByRole('button', { name: 'Tomorrow 9 am' }).click()
    await expect.poll(() => date.inputValue()).toBe('21/11/2026')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await history(page).getByText('Next: 21/11/2026, 9:00 am').waitFor()
    expect(host.inputsOf('sightings.record')).toMatchObject([{ nextDate: '2026-11-21', nextTime: '09:00' }])
  })

  const dueCall: DueCall = {
    customerId: 'car-2',
    clientName: 'Wei Singh',
    carTitle: '2019 Toyota RAV4 GXL',
    outcome: 'call_back',
    nextAction: '',
    nextDate: '2026-01-02',
    nextTime: '14:30',
  }

  it('that is due is shown in a notice and above the list, and both open it', async () => {
    const { page, card, rows } = await openCalls({
      prepare(host) {
        host.answer('sightings.dueCalls', () => success({ calls: [dueCall] }))
        let reminders = [dueCall]
        host.answer('sightings.takeReminders', () => {
          const calls = reminders
          reminders = []
          return success({ calls })
        })
      },
    })
    await page.getByText('Call back: Wei Singh, 2:30 pm').waitFor()
    await page.getByRole('button', { name: 'Open call' }).click()
    const heading = card.getByRole('heading', { level: 2, name: 'Wei Singh' })
    await heading.waitFor()
    await rows.first().click()
    await heading.waitFor({ state: 'hidden' })
    const due = page.getByRole('region', { name: 'Due now' })
    expect(await due.innerText()).toContain('2/1/2026, 2:30 pm')
    await due.getByRole('button', { name: 'Wei Singh' }).click()
    await heading.waitFor()
  })

  it.each(onlyLong(['1024x700', sizes['1024x700']], ['1280x800', sizes['1280x800']]))(
    'leaves room for the list and the outcomes when many are due at %s',
    async (_, size) => {
      const calls = [dueCall, ...Array.from({ length: 4 }, () => ({ ...dueCall, clientName: longName }))]
      const { page, card, list, rows } = await openCalls({
        cars: longCars,
        viewport: size,
        prepare(host) {
          answerLong(host)
          host.answer('sightings.dueCalls', () => success({ calls }))
        },
      })
      await history(page).waitFor()
      const due = page.getByRole('region', { name: 'Due now' })
      await due.getByText('2 more').waitFor()
      type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>
      const view: Box = { x: 0, y: 0, ...size }
      const boxOf = async (what: Locator): Promise<Box> => (await what.boundingBox()) ?? { ...view, width: 0 }
      const contains = (outer: Box, inner: Box): boolean =>
        inner.width > 0 &&
        inner.x >= outer.x - 0.5 &&
        inner.y >= outer.y - 0.5 &&
        inner.x + inner.width <= outer.x + outer.width + 0.5 &&
        inner.y + inner.height <= outer.y + outer.height + 0.5
      const dueBox = await boxOf(due)
      expect(contains(view, dueBox)).toBe(true)
      const buttons = await due.getByRole('button').all()
      expect(buttons).toHaveLength(3)
      for (const what of [...buttons, ...(await due.locator('button span').all()), due.getByText('2 more')])
        expect(contains(dueBox, await boxOf(what))).toBe(true)
      // The list below still shows whole rows, and no outcome is pushed out of view.
      const listBox = await boxOf(list)
      expect(listBox.y).toBeGreaterThanOrEqual(dueBox.y + dueBox.height)
      for (const at of [0, 1, 2]) expect(contains(listBox, await boxOf(rows.nth(at)))).toBe(true)
      expect(contains(view, listBox)).toBe(true)
      const body = await boxOf(card.locator('.body'))
      for (const button of await card.getByRole('group', { name: 'Outcome' }).getByRole('button').all())
        expect(contains(body, await boxOf(button))).toBe(true)
    },
  )
})

/** Templates of both channels; the sender is unknown until the window sets it. */
function answerMessages(host: HostTwin): void {
  const sms =
    "Hi {first name}, it's {salesperson} from {dealership}. I saw your {car} is for sale. Reply STOP to opt out."
  const email =
    'Hi {first name},\n\nI saw that your {car} is for sale.\n\nRegards,\n{salesperson}\n{dealership}\n\nunsubscribe'
  let templates: MessageTemplate[] = [
    { id: 'sms', channel: 'sms', name: 'Saw your car listed', subject: '', text: sms, isDefault: true },
    { id: 'email', channel: 'email', name: 'Saw your car listed', subject: 'Your {car}', text: email, isDefault: true },
  ]
  let dealership: string | null = null
  host.answer('sightings.templates', () => success({ templates, canRestore: false }))
  host.answer('sightings.mergeValues', () =>
    success({
      values: {
        'first name': 'Priya',
        name: 'Priya Raman',
        car: '2019 Toyota RAV4',
        rego: 'ABC12D',
        price: '$31,990',
        'years owned': '7 years',
        dealership,
        salesperson: 'Jo Taylor',
      },
    }),
  )
  host.answer('sightings.setSender', (sender) => {
    dealership = sender.dealership ?? dealership
    return success({})
  })
  host.answer('sightings.saveTemplate', ({ id, ...template }) => {
    if (template.text.includes('{nickname}'))
      return failure({ kind: 'invalid-input', message: '“{nickname}” isn’t a field.' })
    const savedId = id ?? 'new'
    const others = templates.filter((each) => each.id !== savedId)
    templates = [...others, { ...template, id: savedId, isDefault: false }]
    return success({ templates, canRestore: false, savedId })
  })
}

describe('an SMS', () => {
  it('is written from a template whose missing fields must be filled in, and logged once', async () => {
    const { host, page, list } = await openCalls({ prepare: answerMessages })
    await list.focus()
    await page.keyboard.press('m')
    const sms = dialog(page, /^SMS to /)
    const message = sms.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => message.inputValue()).toContain('{dealership}')
    const open = sms.getByRole('button', { name: 'Open in messages app' })
    await open.click()
    await sms
      .getByText(/^Enter: /)
      .first()
      .waitFor()
    expect(linksOf(host)).toEqual([])
    await sms.getByRole('textbox', { name: 'Dealership name' }).fill('Harbour Motors')
    expect(await message.inputValue()).toMatch(/^Hi Priya, it's Jo Taylor from Harbour Motors\. .+ opt out\.$/)
    await sms.getByText(/^\d+ of \d+ characters, \d text messages?\./).waitFor()
    await open.dblclick()
    await sms.waitFor({ state: 'hidden' })
    await history(page).getByText('SMS opened: Saw your car listed').waitFor()
    expect(host.inputsOf('sightings.logAttempt')).toHaveLength(1)
    expect(linksOf(host)).toHaveLength(1)
    expect(decodeURIComponent(linksOf(host)[0] ?? '')).toMatch(/^sms:\+61\d{9}\?body=Hi /)
    expect(host.inputsOf('sightings.setSender')).toMatchObject([{ dealership: 'Harbour Motors' }])
  })
})

longDescribe('an email', () => {
  it('is replaced by a template, and discarded, only after a question', async () => {
    const cars = carsOf('Priya Raman').map((car) => ({ ...car, email: 'kim@dealer.example' }))
    const { host, page, list } = await openCalls({ cars, prepare: answerMessages })
    await list.focus()
    await page.keyboard.press('e')
    const email = dialog(page, /^Email to /)
    const text = email.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => text.inputValue()).toContain('Jo Taylor\n{dealership}')
    const fromTemplate = await text.inputValue()
    await text.fill('Hi Kim')
    await email.getByText(/requires a way to opt out/).waitFor()
    const templates = email.getByRole('combobox', { name: 'Template' })
    const chosen = await templates.inputValue()
    const replacing = dialog(page, 'Replace what you wrote?')
    await templates.selectOption('No template')
    await replacing.getByRole('button', { name: 'Keep editing' }).click()
    await replacing.waitFor({ state: 'hidden' })
    expect([await text.inputValue(), await templates.inputValue()]).toEqual(['Hi Kim', chosen])
    await templates.selectOption('No template')
    await replacing.getByRole('button', { name: 'Use the template' }).click()
    await expect.poll(() => text.inputValue()).toBe('')
    // Nothing was typed since, so there is nothing to ask about.
    await templates.selectOption(chosen)
    await expect.poll(() => text.inputValue()).toBe(fromTemplate)
    await text.fill('Hi Kim')
    await email.getByRole('button', { name: 'Cancel' }).click()
    const question = dialog(page, 'Discard this message?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await text.inputValue()).toBe('Hi Kim')
    await text.press('Escape')
    await question.getByRole('button', { name: 'Discard message' }).click()
    await email.waitFor({ state: 'hidden' })
    expect(linksOf(host)).toEqual([])
  })
})

longDescribe('message templates', () => {
  it('are written with fields and a preview, refused with an unknown field, and offered in the next message', async () => {
    const { host, page, list, chooseFromMenu } = await openCalls({ prepare: answerMessages })
    await chooseFromMenu('Message templates')
    const manager = dialog(page, 'Message templates')
    const text = manager.getByRole('textbox', { name: 'Text' })
    await manager.getByRole('button', { name: 'New template' }).click()
    await manager.getByRole('textbox', { name: 'Name' }).fill('Weekend')
    await text.fill('Hi ')
    await manager.getByRole('button', { name: '{first name}' }).click()
    await manager.getByRole('region', { name: 'Preview with sample data' }).getByText('Hi Priya').waitFor()
    await manager.getByRole('button', { name: 'Close' }).last().click()
    const question = dialog(page, 'Discard your changes?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await text.inputValue()).toBe('Hi {first name}')
    await text.fill('Hi {nickname}')
    await manager.getByRole('button', { name: 'Save' }).click()
    await manager.getByText('“{nickname}” isn’t a field.').waitFor()
    await text.fill('Hi {first name}, come by. Reply STOP to opt out.')
    await manager.getByRole('button', { name: 'Save' }).click()
    await manager.getByRole('listitem').getByText('Weekend').waitFor()
    await text.fill('Hi')
    await manager.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => host.inputsOf('sightings.saveTemplate').at(-1)?.text).toBe('Hi')
    await manager.getByRole('button', { name: 'Close' }).last().click()
    await manager.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const past = dialog(page, 'Notifications')
    await past.getByText('Template saved; in a team, on all PCs.').first().waitFor()
    await past.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => host.inputsOf('sightings.saveTemplate').at(-1)?.text)
      .toBe('Hi {first name}, come by. Reply STOP to opt out.')
    await page.keyboard.press('Escape')
    await list.focus()
    await page.keyboard.press('m')
    const options = dialog(page, /^SMS to /)
      .getByRole('combobox', { name: 'Template' })
      .locator('option')
    await expect.poll(() => options.allInnerTexts()).toContain('Weekend')
  })
})

import type { BrowserContext, Locator, Page } from 'playwright-core'

/** Counts presses of a pointer, and collects what live regions say, from the start of each page on. */
const watchScript = `{
  const said = []
  const pressed = []
  const last = new WeakMap()
  const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
  const isSilent = (node) => node.matches('[aria-live="off"], [aria-hidden="true"]') || !node.checkVisibility({ visibilityProperty: true })
  const words = (node) =>
    node instanceof Element ? (isSilent(node) ? '' : [...node.childNodes].map(words).join('')) : node.nodeValue
  const textOf = (node) => words(node).replace(/\\s+/g, ' ').trim()
  const unseen = new WeakSet()
  // Screen readers read a status or an alert whole, and of other live regions what is added or changes.
  const isWhole = (region) => region.matches('[role="status"], [role="alert"], [aria-atomic="true"]')
  const around = (node) => (node instanceof Element ? node : node.parentElement)?.closest(live + ', [aria-live="off"]')
  Object.assign(window, { said, pressed })
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    addEventListener(kind, ({ target }) => pressed.push(kind + ' on ' + target.nodeName), true)
  new MutationObserver((records) => {
    const regions = new Set()
    for (const { target, type, addedNodes } of records) {
      const region = around(target)
      if (type === 'attributes') {
        // Screen readers say a text again that was hidden and is shown.
        if (!target.checkVisibility({ visibilityProperty: true })) unseen.add(target)
        else if (unseen.delete(target))
          for (const node of region?.matches(live) ? [isWhole(region) ? region : target] : target.querySelectorAll(live)) {
            last.delete(node)
            regions.add(node)
          }
        continue
      }
      if (region?.matches(live))
        for (const node of isWhole(region) ? [region] : type === 'characterData' ? [target] : addedNodes)
          if (around(node) === region) regions.add(node)
      for (const added of addedNodes)
        if (added instanceof Element)
          for (const region of [added, ...added.querySelectorAll(live)]) if (region.matches(live)) regions.add(region)
    }
    for (const region of regions) {
      if (!region.isConnected) continue
      const text = textOf(region)
      if (text !== '' && text !== last.get(region)) said.push(text)
      last.set(region, text)
    }
  }).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['class', 'style', 'hidden'],
  })
}`

/** What the page has collected. */
const collected = (page: Page, list: 'said' | 'pressed'): Promise<readonly string[]> =>
  page.evaluate((name) => [...((window as unknown as Record<string, string[]>)[name] ?? [])], list)

/** More Tabs than any screen has controls. */
const maxTabs = 150

/** A user without a mouse. Each key leaves the focus somewhere. */
export class KeyboardUser {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** For every page that opens from now on. */
  static watch = (context: BrowserContext): Promise<unknown> => context.addInitScript(watchScript)

  readonly said = (): Promise<readonly string[]> => collected(this.page, 'said')
  /** How often a text was said. */
  async saidTimes(text: string | RegExp): Promise<number> {
    const said = await this.said()
    return said.filter((each) => (typeof text === 'string' ? each.includes(text) : text.test(each))).length
  }

  readonly pointerPresses = (): Promise<readonly string[]> => collected(this.page, 'pressed')

  /** Presses a key. Fails when the focus is nowhere afterwards. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.keepsFocus(key)
  }

  async keepsFocus(after: string): Promise<void> {
    try {
      await this.page.waitForFunction(() => ![null, document.body].includes(document.activeElement as HTMLElement))
    } catch (error) {
      throw new Error(`Nothing has the focus after ${after}.`, { cause: error })
    }
  }

  readonly type = (text: string): Promise<void> => this.page.keyboard.type(text)

  /** Replaces the text of the focused field. */
  async fill(text: string): Promise<void> {
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Presses Tab, or Shift+Tab, until a control has the focus. */
  async tabTo(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' })
    const key = await control.evaluate((element) => {
      const { activeElement, body } = document
      if (!activeElement || activeElement === body) return 'Tab'
      const isBefore = activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'Shift+Tab' : 'Tab'
    })
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if (await control.evaluate((element) => element.contains(document.activeElement))) return
      await this.page.keyboard.press(key)
    }
    throw new Error(`${maxTabs} times ${key} do not reach ${String(control)}.`)
  }

  /** Goes to a control and presses Enter. */
  async activate(control: Locator): Promise<void> {
    await this.tabTo(control)
    await this.press('Enter')
  }

  /** Opens a section by its digit, and goes to its title. */
  async goTo(digit: number, heading: string): Promise<void> {
    await this.press(`Alt+${digit}`)
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  }

  /** Goes along the row of a grid to a column. */
  async toColumn(grid: Locator, heading: string): Promise<void> {
    const wanted = (await grid.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.trim() === heading)
    for (let steps = 0; steps < 30; steps++) {
      if ((await grid.locator(`[data-column="${wanted}"]:focus`).count()) > 0) return
      await this.press('ArrowRight')
    }
    throw new Error(`ArrowRight does not reach the column ${heading}.`)
  }
}

import type { Page } from 'playwright-core'

/** What a person can press, type into or choose. */
const controls = [
  'a[href]',
  'button',
  'input:not([type="hidden"])',
  'select',
  'textarea',
  'summary',
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'radio', 'slider', 'switch', 'tab'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ')

/** Rows of a list and cells of a grid are data: a screen has as many as it has records. */
const rows = '[role="row"], [role="option"], [role="treeitem"], tbody tr, [role="listbox"], [role="feed"] article'
/** In a list that is longer, an item is a record; in a shorter one, a navigation or a row of filters it is a control like others. */
const shortList = 4
/** What is open over the screen, and the notices below the bar. */
const overlays = '[role="dialog"], [role="menu"], [data-returns-focus]'

interface VisibleControls {
  readonly frame: readonly string[]
  readonly screen: readonly string[]
  /** The filled buttons of the screen. */
  readonly primary: readonly string[]
}

/** The controls that can be seen when the screen opens, without scrolling, by their names; one that is part of another counts once. */
const visibleControls = (page: Page): Promise<VisibleControls> =>
  page.evaluate(
    ([controlSelector, rowSelector, overlaySelector, mostItems]) => {
      const main = document.querySelector('main')
      for (const body of document.querySelectorAll('.frame > .body')) body.scrollTo({ top: 0 })
      const probe = document.body.appendChild(document.createElement('i'))
      const painted = (color: string): string => {
        probe.style.backgroundColor = color
        return getComputedStyle(probe).backgroundColor
      }
      const accent = painted('var(--fc-accent)')
      /** Also while the pointer is over it, and while it is disabled. */
      const isFilled = (element: Element): boolean => {
        const style = getComputedStyle(element)
        return painted(style.getPropertyValue('--n-color') || style.backgroundColor) === accent
      }
      /** The input of a radio group is not painted: its label is pressed. */
      const pressed = (element: Element): Element =>
        (element.matches('input[type="radio"], input[type="checkbox"]') ? element.closest('label') : null) ?? element
      const isRecord = (element: Element): boolean => {
        if (element.closest(rowSelector)) return true
        const item = element.closest('li')
        const items = item?.parentElement?.childElementCount ?? 0
        return items > mostItems && !element.closest('nav') && !element.matches('[role="switch"]')
      }
      const isSeen = (element: Element): boolean => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
        return (
          width > 1 &&
          height > 1 &&
          right > 0 &&
          bottom > 0 &&
          left < innerWidth &&
          top < innerHeight &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        )
      }
      const nameOf = (element: Element): string =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim() || element.tagName
      const seen = [...document.querySelectorAll(controlSelector)].filter(
        (element) =>
          isSeen(pressed(element)) &&
          !element.parentElement?.closest(controlSelector) &&
          !element.closest(`label :is(button, a), ${overlaySelector}`),
      )
      const ofScreen = seen.filter((element) => main?.contains(element) && !isRecord(element))
      const found = {
        frame: seen.filter((element) => !main?.contains(element)).map(nameOf),
        screen: ofScreen.map(nameOf),
        primary: ofScreen.filter((element) => isFilled(element)).map(nameOf),
      }
      probe.remove()
      return found
    },
    [controls, rows, overlays, shortList] as const,
  )

/** The most controls of a screen beside the frame, and of the frame. A page without the frame has its own. */
const most = { frame: 12, screen: 24 }
/** The upload result in each of its states. */
const uploadResult = { name: /^upload(-|$)/, most: 12 }

/** What has more controls than a person sees at a glance, or several buttons that claim to be the main one. */
export async function controlsOver(page: Page, screen: string): Promise<string[]> {
  const { frame, screen: ofScreen, primary } = await visibleControls(page)
  const limit = uploadResult.name.test(screen) ? uploadResult.most : most.screen
  return [
    ...(frame.length > most.frame ? [`${screen}: ${frame.length} controls of the frame: ${frame.join(', ')}`] : []),
    ...(ofScreen.length > limit
      ? [`${screen}: ${ofScreen.length} controls, at most ${limit}: ${ofScreen.join(', ')}`]
      : []),
    ...(primary.length > 1 ? [`${screen}: ${primary.length} primary buttons: ${primary.join(', ')}`] : []),
  ]
}

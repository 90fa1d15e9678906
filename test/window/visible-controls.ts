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
const rows = '[role="row"], [role="option"], tbody tr, main li, [role="listbox"], [role="feed"] article'

interface VisibleControls {
  readonly frame: readonly string[]
  readonly screen: readonly string[]
  /** The filled buttons of the screen. */
  readonly primary: readonly string[]
}

/** The controls that can be seen without scrolling, by their names; one that is part of another counts once. */
const visibleControls = (page: Page): Promise<VisibleControls> =>
  page.evaluate(
    ([controlSelector, rowSelector]) => {
      const main = document.querySelector('main')
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = 'var(--fc-accent)'
      const accent = getComputedStyle(probe).backgroundColor
      probe.remove()
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
          isSeen(element) &&
          !element.parentElement?.closest(controlSelector) &&
          !element.closest('label :is(button, a), [role="dialog"]'),
      )
      const ofScreen = seen.filter((element) => main?.contains(element) && !element.closest(rowSelector))
      return {
        frame: seen.filter((element) => !main?.contains(element)).map(nameOf),
        screen: ofScreen.map(nameOf),
        primary: ofScreen.filter((element) => getComputedStyle(element).backgroundColor === accent).map(nameOf),
      }
    },
    [controls, rows] as const,
  )

/** The most controls of a screen beside the frame, and of the frame. A page without the frame has its own. */
const most = { frame: 12, screen: 24 }
const mostOf: Readonly<Record<string, number>> = { upload: 12 }

/** What has more controls than a person sees at a glance, or several buttons that claim to be the main one. */
export async function controlsOver(page: Page, screen: string): Promise<string[]> {
  const { frame, screen: ofScreen, primary } = await visibleControls(page)
  const limit = mostOf[screen] ?? most.screen
  return [
    ...(frame.length > most.frame ? [`${screen}: ${frame.length} controls of the frame: ${frame.join(', ')}`] : []),
    ...(ofScreen.length > limit
      ? [`${screen}: ${ofScreen.length} controls, at most ${limit}: ${ofScreen.join(', ')}`]
      : []),
    ...(primary.length > 1 ? [`${screen}: ${primary.length} primary buttons: ${primary.join(', ')}`] : []),
  ]
}

/** Where the focus was, so that its neighbourhood is found when the element itself is gone. */
export interface FocusPlace {
  readonly element: HTMLElement
  /** The element and its ancestors, each with its neighbours at the time, from the inside out. */
  readonly branches: readonly Branch[]
}

interface Branch {
  readonly parent: HTMLElement
  readonly before: Element | null
  readonly after: Element | null
}

const focusable =
  'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable]:not([contenteditable="false"])'
/** A part that is used in passing, such as a notice: the focus goes back to where it was before. */
const passing = '[data-returns-focus]'
/** A dialog or menu that fades out is closed already. */
const leaving = '[class*="-leave-active"]'
const modal = '[aria-modal="true"]'

/** Whether an element can take the focus now. */
export function canTakeFocus(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled') || element.closest(`[inert], ${leaving}`)) return false
  if (element.closest('[aria-hidden="true"]') || !element.checkVisibility({ visibilityProperty: true })) return false
  const modals = [...document.querySelectorAll(modal)].filter((each) => !each.closest(leaving))
  const top = modals.at(-1)
  return top === undefined || top.contains(element)
}

export function placeOf(element: HTMLElement): FocusPlace {
  const branches: Branch[] = []
  for (let at: HTMLElement = element; at.parentElement && at !== document.body; at = at.parentElement)
    branches.push({ parent: at.parentElement, before: at.previousElementSibling, after: at.nextElementSibling })
  return { element, branches }
}

function firstIn(root: Element | null): HTMLElement | null {
  if (!(root instanceof HTMLElement) || !root.isConnected) return null
  // An element with tabindex -1 is reached by other keys, or by its label.
  const all = [root, ...root.querySelectorAll<HTMLElement>(focusable)]
  return all.find((each) => each.matches(focusable) && each.tabIndex >= 0 && canTakeFocus(each)) ?? null
}

const headingOf = (area: HTMLElement): HTMLElement | null => {
  const heading = [...area.querySelectorAll<HTMLElement>('h1[tabindex], h2[tabindex]')].find(canTakeFocus)
  if (heading) return heading
  return area.tabIndex >= -1 && area.hasAttribute('tabindex') && canTakeFocus(area) ? area : firstIn(area)
}

/**
 * The element nearest to a place that is gone: what followed it, what was before it, or else the first control of the smallest part that
 * is still there; in the end the heading of the screen. Null: nothing of it is left, or it was a part that is used in passing.
 */
export function nearestTo({ branches }: FocusPlace): HTMLElement | null {
  for (const { parent, before, after } of branches) {
    if (parent === document.body || parent.matches(passing)) return null
    if (!parent.isConnected || parent.closest(leaving)) continue
    // The whole screen was replaced.
    if (parent.querySelector('main')) return startOfScreen()
    if (parent.matches('main')) return headingOf(parent)
    const found = firstIn(after) ?? firstIn(before) ?? firstIn(parent)
    if (found) return found
  }
  return null
}

/** The heading of the screen, or its first control. */
export function startOfScreen(): HTMLElement | null {
  for (const area of document.querySelectorAll<HTMLElement>('main')) {
    const found = headingOf(area)
    if (found) return found
  }
  return firstIn(document.body)
}

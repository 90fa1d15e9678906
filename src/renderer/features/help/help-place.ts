import { type HelpPage, sectionId } from '../../app/help-page.ts'

/** A page of Help, or one of its sections. */
export interface HelpPlace {
  readonly page: string
  readonly section?: string
}

/** Where the user was when Help was opened. */
export interface HelpContext {
  /** The name of the route, or the state of the window before the screens, such as `storage:needs-password`. */
  readonly screen: string
  /** The names of the parts of the screen that contain the focus, from inside out: a dialog, a panel, a section of Settings. */
  readonly around: readonly string[]
  /** The names of what the screen shows: its heading, open drawers, selected tabs and regions. */
  readonly shown: readonly string[]
}

const isNamed = (names: readonly (string | RegExp)[] | undefined, name: string): boolean =>
  names?.some((each) => (typeof each === 'string' ? each === name : each.test(name))) ?? false

function placeNamed(pages: readonly HelpPage[], name: string): HelpPlace | null {
  for (const page of pages) {
    const section = page.sections.find(({ title, parts }) => title === name || isNamed(parts, name))
    if (section) return { page: page.id, section: sectionId(section.title) }
  }
  const page = pages.find(({ title, parts }) => title === name || isNamed(parts, name))
  return page ? { page: page.id } : null
}

/**
 * The page that explains what the user is doing: the section about the part with the focus, else the page of the screen. Several pages
 * may explain one screen (the steps of a draft): then what the screen shows decides.
 */
export function findHelpPlace(pages: readonly HelpPage[], { screen, around, shown }: HelpContext): HelpPlace {
  const ofScreen = pages.filter(({ screens }) => screens.includes(screen))
  for (const name of around) {
    const place = placeNamed(ofScreen, name) ?? placeNamed(pages, name)
    if (place) return place
  }
  const page = ofScreen.find(({ parts }) => shown.some((name) => isNamed(parts, name))) ?? ofScreen[0] ?? pages[0]
  return { page: page?.id ?? '' }
}

const parts = '[role="dialog"], [role="alertdialog"], [role="tabpanel"], [aria-label], [aria-labelledby]'

/** The name of a part of the screen as assistive technology reads it. */
function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '')
  return (texts.join(' ').trim() || element.getAttribute('aria-label') || '').trim()
}

const namesOf = (elements: Iterable<Element>): readonly string[] => [...elements].map(nameOf).filter(Boolean)

/** What the window shows now, and where the focus is. Read it before anything opens. */
export function readHelpContext(screen: string, focused = document.activeElement): HelpContext {
  const around: string[] = []
  for (let part = focused?.closest(parts) ?? null; part; part = part.parentElement?.closest(parts) ?? null) {
    const name = nameOf(part)
    // The frame of the screen has the name of its section: tabs and steps inside it say more.
    if (name !== '' && part.parentElement?.tagName !== 'MAIN') around.push(name)
  }
  // A dialog or drawer without the focus in it: the last one lies over the others.
  const open = namesOf(document.querySelectorAll('[role="dialog"]:not([popover]), [role="alertdialog"]')).toReversed()
  const headings = [...document.querySelectorAll('main h1')].map((heading) => heading.textContent?.trim() ?? '')
  const tabs = [
    ...document.querySelectorAll('main [aria-selected="true"][role="tab"], main [aria-pressed="true"]'),
  ].map((tab) => tab.textContent?.trim() ?? '')
  const regions = namesOf(document.querySelectorAll('main section[aria-label], main [role="region"]'))
  return { screen, around: [...around, ...open], shown: [...headings, ...tabs, ...regions] }
}

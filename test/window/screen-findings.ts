import type { Page } from 'playwright-core'
import { onlyLong } from '../runs.ts'
import { accessibilityFindings } from './accessibility-findings.ts'
import { lostControls } from './lost-controls.ts'
import { lostInForcedColors } from './lost-in-forced-colors.ts'
import { unreadableLabels } from './painted-labels.ts'

/** The window in which every state is judged. */
export const usualSize = { width: 1320, height: 860 } as const

/** Three usual windows, and 200 % zoom of 1024x700: zoom halves the size in CSS pixels. */
const sizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 512, height: 350 },
  // 200 % of 1280x800, and 400 % of 1280x1024 (WCAG 1.4.10).
  ...onlyLong({ width: 640, height: 400 }, { width: 320, height: 256 }),
]

/** What moves or fades on the screen although the user asked for reduced motion. */
const motion = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const moves = (style: CSSStyleDeclaration): boolean => {
      const seconds = [style.animationDuration, style.transitionDuration, style.animationDelay, style.transitionDelay]
        .flatMap((list) => list.split(','))
        .map((text) => Number.parseFloat(text))
      const isEndless = style.animationName !== 'none' && style.animationIterationCount.includes('infinite')
      return isEndless || seconds.some((each) => each > 0.001) || style.scrollBehavior === 'smooth'
    }
    // What is behind a modal dialog is judged as a screen of its own.
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((each) => each.checkVisibility())
    return [...(modal ?? document).querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after']
        .filter((part) => moves(getComputedStyle(element, part)))
        .map((part) => `moves: ${element.outerHTML.slice(0, 120)} ${part ?? ''}`),
    )
  })

/**
 * What is wrong with the window as it is now: for axe, in a dark theme, in a high-contrast theme, and with reduced motion. `onlyOverlays`: axe
 * leaves out the screen below what is open. `onlyLight`: not in the other themes.
 */
export async function findingsOn(page: Page, { onlyOverlays = false, onlyLight = false } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const found = [...(await accessibilityFindings(page, { onlyOverlays })), ...(await motion(page))]
  if (onlyLight) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await accessibilityFindings(page, { rules: ['color-contrast', 'link-in-text-block'], onlyOverlays })
  found.push(...inDark.map((finding) => `dark: ${finding}`))
  // On the black ground of a dark theme.
  found.push(...(await lostInForcedColors(page)), ...(await unreadableLabels(page)))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}

/** What moved when the user turns the wheel over the sidebar, or the focus goes to something far down the page. */
async function scrollDocument(page: Page): Promise<string[]> {
  await page.mouse.move(20, 120)
  await page.mouse.wheel(0, 4_000)
  return page.evaluate(async () => {
    // The wheel is handled before the second frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const found: string[] = []
    const { scrollingElement: root, body } = document
    for (const [name, element] of Object.entries({ document: root, body, app: document.getElementById('app') })) {
      if (!element) continue
      if (element.scrollTop !== 0 || element.scrollLeft !== 0) found.push(`${name} was scrolled by the wheel`)
      element.scrollTo(10_000, 10_000)
      if (element.scrollTop !== 0 || element.scrollLeft !== 0)
        found.push(`${name} can be scrolled to ${element.scrollLeft}, ${element.scrollTop}`)
    }
    return found
  })
}

/** The content of a screen that is wider than its place: then the whole screen scrolls sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.frame > .body')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ scrollWidth, clientWidth }) => `content of ${scrollWidth} px in ${clientWidth} px`),
  )

/** How far the title and the actions of a screen are from the edges of its content. */
const misalignment = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edges = (selector: string): readonly number[] => {
      const element = document.querySelector(selector)
      if (!element) return []
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [Math.round(left + parseFloat(paddingLeft)), Math.round(right - parseFloat(paddingRight))]
    }
    const body = edges('.frame > .body')
    const children = [...document.querySelectorAll('.frame > .body > *')].map((child) => child.getBoundingClientRect())
    const found: string[] = []
    if (String(edges('.frame > .head')) !== String(body)) found.push(`header ${edges('.frame > .head')}, body ${body}`)
    for (const { left, right, width } of children) {
      if (width > 1 && (Math.round(left) !== body[0] || Math.round(right) > (body[1] ?? 0)))
        found.push(`content ${left} to ${right}, body ${body}`)
    }
    return found
  })

/** What does not fit the window in its usual sizes, or cannot be reached at 200 % and 400 % zoom. */
export async function sizeFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const here = await scrollDocument(page)
    if (size.width >= 1024) here.push(...(await tooWide(page)))
    if (size.width === 1920) here.push(...(await misalignment(page)))
    if (size.width <= 640) here.push(...(await lostControls(page)))
    found.push(...here.map((finding) => `${size.width}x${size.height}: ${finding}`))
  }
  await page.setViewportSize(usualSize)
  return found
}

/** What print would show of the frame of the window, or cut off of the screen. */
export async function printFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate(() => {
    const frame = [...document.querySelectorAll('.shell > .sidebar, .side > .top, .frame > .head')]
    const content = [...document.querySelectorAll('.frame > .body')]
    return [
      ...frame.filter((each) => each.checkVisibility()).map(({ className }) => `print shows ${className}`),
      ...content
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
        .map(({ scrollHeight, clientHeight }) => `print shows ${clientHeight} of ${scrollHeight} px`),
      ...(document.body.innerText.trim() === '' ? ['print is empty'] : []),
    ]
  })
  await page.emulateMedia({ media: 'screen' })
  return found
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type Axe from 'axe-core'
import { isLong } from '../runs.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rows of a grid after its third one: the same controls at the same size. To measure them is half of the CPU of axe on a grid. */
const moreRows = '[data-row]:not([data-row="-1"], [data-row="0"], [data-row="1"], [data-row="2"])'

/**
 * A menu is used like a dialog: it has the focus until it closes, so it needs no landmark around it. A header of a grid takes the focus as
 * its cells do (ARIA, pattern "grid").
 */
const axeSettings = `;axe.configure({
  rules: [{
    id: 'focus-order-semantics',
    selector: 'div:not([role=columnheader]), h1, h2, h3, h4, h5, h6, [role=heading], p, span',
  }, {
    id: 'target-size',
    selector: '${isLong ? '*' : `*:not(${moreRows} *)`}',
  }],
  checks: [{ id: 'region', options: { regionMatcher: 'dialog, svg, [role=dialog], [role=alertdialog], [role=menu]' } }],
})`

/** Rules of axe that are turned off, each with its reason. Deprecated rules are left out too. */
const turnedOff: Readonly<Record<string, string>> = {
  'color-contrast-enhanced':
    'Level AAA, 7:1. Forecourt has the 4.5:1 of level AA; more is what the high-contrast themes of the system are for.',
  'hidden-content':
    'Finds nothing: it asks a person to check what is hidden. What opens is judged as a state of its own.',
}

const overlay = '[role="menu"], [role="dialog"], [role="alertdialog"], aside.details'

interface FindingOptions {
  /** Only these rules, for a second look in another theme; `usual`: those that axe turns on by itself. */
  readonly rules?: readonly string[] | 'usual'
  readonly impacts?: readonly string[]
  /** Only the menus, dialogs and panels that are open, if any: the screen below them is judged as one of its own. */
  readonly onlyOverlays?: boolean
}

/**
 * What axe finds on the current screen by all of its rules, also the experimental ones and those of best practice, one line each. The page
 * has reduced motion: a notice that fades in meanwhile could not be judged.
 */
export async function accessibilityFindings(
  page: Page,
  { rules = [], impacts = [], onlyOverlays = false }: FindingOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource + axeSettings)
  return page.evaluate(
    async ({ off, only, wanted, part }) => {
      // Elements that are fading have colours that can't be judged.
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(passing.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: typeof Axe }
      const all = axe
        .getRules()
        .filter(({ ruleId, tags }) => !tags.includes('deprecated') && !off.includes(ruleId))
        .map(({ ruleId }) => ruleId)
      // What is behind a modal dialog is judged as a screen of its own, and can't be used meanwhile.
      const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((each) => each.checkVisibility())
      const overlays = part === '' ? [] : [...document.querySelectorAll(part)].filter((each) => each.checkVisibility())
      const { violations } = await axe.run(modal ?? (overlays.length > 0 ? overlays : document), {
        ...(only === 'usual' ? {} : { runOnly: { type: 'rule', values: only.length > 0 ? [...only] : all } }),
        resultTypes: ['violations'],
      })
      return violations
        .filter(({ impact }) => wanted.length === 0 || wanted.includes(impact ?? ''))
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
        )
    },
    { off: Object.keys(turnedOff), only: rules, wanted: impacts, part: onlyOverlays ? overlay : '' },
  )
}

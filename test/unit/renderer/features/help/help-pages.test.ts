import { createMemoryHistory } from 'vue-router'
import { describe, expect, it } from 'vitest'
import { StorageStatus } from '../../../../../src/contract/storage.ts'
import { allFeatures } from '../../../../../src/renderer/app/features.ts'
import { type HelpBlock, type HelpPage, sectionId } from '../../../../../src/renderer/app/help-page.ts'
import { createForecourtRouter } from '../../../../../src/renderer/app/router.ts'
import { allHelpPages, findPicture, helpGroups } from '../../../../../src/renderer/features/help/help-pages.ts'
import { partsOfLine } from '../../../../../src/renderer/features/help/inline-text.ts'
import { labelsOf } from './labels.ts'

const linesOf = (block: HelpBlock): readonly string[] => {
  if (typeof block === 'string') return [block]
  if ('steps' in block) return block.steps
  return 'list' in block ? block.list : []
}
const partsOfPage = (page: HelpPage) =>
  [page.summary, ...page.sections.flatMap(({ blocks }) => blocks.flatMap(linesOf))].flatMap(partsOfLine)

const screensWithPage = new Set(allHelpPages.flatMap(({ screens }) => screens))

describe('the pages of Help', () => {
  it('have an id and a title each, used once', () => {
    for (const key of ['id', 'title'] as const) {
      const all = allHelpPages.map((page) => page[key])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('are in a group that Help lists', () => {
    expect(helpGroups.flatMap(({ pages }) => pages)).toHaveLength(allHelpPages.length)
  })

  it('explain every route', () => {
    const routes = createForecourtRouter(allFeatures, createMemoryHistory()).getRoutes()
    const names = routes.flatMap(({ name }) => (name === undefined ? [] : [String(name)]))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !screensWithPage.has(name))).toEqual([])
  })

  it('explain every state of the window before the first screen', () => {
    const closed = StorageStatus.options
      .map((option) => option.shape.state.value)
      .filter((state) => state !== 'open' && state !== 'starting')
      .map((state) => `storage:${state}`)
    expect(closed.length).toBeGreaterThan(4)
    const before = [...closed, 'first-run', 'starting', 'failed', 'locked']
    expect(before.filter((name) => !screensWithPage.has(name))).toEqual([])
  })

  it('name no screen that does not exist', () => {
    const routes = createForecourtRouter(allFeatures, createMemoryHistory()).getRoutes()
    const names = new Set(routes.map(({ name }) => String(name)))
    const others = [...screensWithPage].filter(
      (name) => !names.has(name) && !/^(storage:|first-run|starting|failed|locked)/.test(name),
    )
    expect(others).toEqual([])
  })

  it.each(allHelpPages.map((page) => [page.title, page] as const))(
    '%s links to pages and sections that exist',
    (_title, page) => {
      const broken = partsOfPage(page).filter((part) => {
        if (part.kind !== 'link') return false
        const target = allHelpPages.find(({ id }) => id === part.page)
        return (
          !target ||
          (part.section !== undefined && !target.sections.some(({ title }) => sectionId(title) === part.section))
        )
      })
      expect(broken).toEqual([])
    },
  )

  it.each(allHelpPages.map((page) => [page.title, page] as const))(
    '%s names only labels that the program has',
    (_title, page) => {
      const labels = labelsOf()
      const unknown = partsOfPage(page).flatMap((part) =>
        part.kind === 'label' && !labels.has(part.text) ? [part.text] : [],
      )
      expect(unknown).toEqual([])
    },
  )

  it('have sections with different titles, and text in each', () => {
    for (const { id, sections } of allHelpPages) {
      const ids = sections.map(({ title }) => sectionId(title))
      expect([id, new Set(ids).size]).toEqual([id, ids.length])
      expect(sections.filter(({ blocks }) => blocks.length === 0)).toEqual([])
    }
  })

  it('have a picture where they explain a screen', () => {
    const without = allHelpPages.filter(({ screens, picture }) => screens.length > 0 && !picture)
    expect(without.map(({ id }) => id)).toEqual([])
  })

  it('have their pictures in both themes, each with a text that says what it shows', () => {
    const pictures = allHelpPages.flatMap(({ picture }) => picture ?? [])
    expect(pictures.length).toBeGreaterThan(25)
    const missing = pictures.filter(
      ({ name }) => findPicture(name, 'light') === null || findPicture(name, 'dark') === null,
    )
    expect(missing).toEqual([])
    expect(pictures.filter(({ alt }) => alt.length < 20)).toEqual([])
  })
})

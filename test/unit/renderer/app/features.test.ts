import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createMemoryHistory } from 'vue-router'
import { describe, expect, it } from 'vitest'
import { allFeatures, homeOf, navigationOf } from '../../../../src/renderer/app/features.ts'
import { createForecourtRouter } from '../../../../src/renderer/app/router.ts'
import { listShortcuts } from '../../../../src/renderer/app/shortcuts/listed-shortcuts.ts'

const folders = readdirSync(resolve('src/renderer/features'))

const without = (title: string) => allFeatures.filter((feature) => feature.title !== title)

describe('the features', () => {
  it('are one for each folder', () => {
    expect(allFeatures.length).toBe(folders.length)
  })

  it('give the navigation in the order of its digits, each used once', () => {
    const entries = navigationOf(allFeatures)
    expect(entries.map(({ digit, label }) => `${digit} ${label}`)).toEqual([
      '1 Sightings',
      '2 Look up',
      '3 Customers',
      '4 Import customers',
      '5 Upload history',
      '6 Webhooks',
      '7 Settings',
    ])
  })

  it('lead a start to the calls when there are customers, and to the import before that', () => {
    expect(homeOf(allFeatures, true)).toBe('/sightings')
    expect(homeOf(allFeatures, false)).toBe('/import')
  })

  it('have a screen for each entry of the navigation', () => {
    const router = createForecourtRouter(allFeatures, createMemoryHistory())
    for (const { path } of navigationOf(allFeatures)) expect(router.resolve(path).redirectedFrom).toBeUndefined()
    for (const { path } of navigationOf(allFeatures)) expect(router.resolve(path).name).toBeTypeOf('string')
  })
})

describe('the shell without a feature', () => {
  it.each(allFeatures.map(({ title }) => title))(
    'has a router, navigation, start and shortcuts without %s',
    (title) => {
      const rest = without(title)
      const router = createForecourtRouter(rest, createMemoryHistory())
      const paths = navigationOf(rest).map(({ path }) => path)
      for (const path of paths) expect(router.resolve(path).matched.length).toBeGreaterThan(0)
      expect(paths).toContain(homeOf(rest, true))
      expect(paths).toContain(homeOf(rest, false))
      expect(listShortcuts(rest, []).length).toBeGreaterThan(0)
    },
  )

  it.each(navigationOf(allFeatures))('leads the address $path elsewhere when its folder is gone', ({ path }) => {
    const rest = allFeatures.filter(({ navigation }) => navigation?.path !== path)
    const router = createForecourtRouter(rest, createMemoryHistory())
    const [match] = router.resolve(path).matched
    expect(match?.redirect).toBeTypeOf('function')
  })
})

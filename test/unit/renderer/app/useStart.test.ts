import { effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, onTestFinished } from 'vitest'
import type { Feature } from '../../../../src/renderer/app/feature.ts'
import { useStart } from '../../../../src/renderer/app/useStart.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'

const features: readonly Feature[] = [
  { title: 'Calls', home: { when: 'has-customers', path: '/calls' } },
  { title: 'Import', home: { when: 'no-customers', path: '/import' } },
]
const component = { template: '' }

async function open() {
  const twin = createProgramClientTwin()
  const paths = ['/', '/calls', '/import', '/settings']
  const router = createRouter({
    history: createMemoryHistory(),
    routes: paths.map((path) => ({ path, component })),
  })
  await router.push('/')
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const started = scope.run(() => useStart(twin.client, router, features))
  return { twin, router, started, path: () => router.currentRoute.value.path }
}

it.each([
  [3, '/calls'],
  [0, '/import'],
])('with %s customers leads to %s', async (total, expected) => {
  const { twin, started, path } = await open()
  await twin.next('customers.status').succeed({ total })
  await started
  expect(path()).toBe(expected)
})

it('stays where the user has gone while the customers were counted', async () => {
  const { twin, router, started, path } = await open()
  await router.push('/settings')
  await twin.next('customers.status').succeed({ total: 3 })
  await started
  expect(path()).toBe('/settings')
})

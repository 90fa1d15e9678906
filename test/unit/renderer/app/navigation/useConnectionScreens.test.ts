import { ref } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useConnectionScreens } from '../../../../../src/renderer/app/navigation/useConnectionScreens.ts'
import { useScreenHistory } from '../../../../../src/renderer/app/navigation/useScreenHistory.ts'
import { settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'

const component = { template: '' }
const icon = component
const entries = [
  { path: '/customers', label: 'Customers', icon, digit: 3 },
  { path: '/uploads', label: 'Upload history', icon, digit: 5 },
]

/** Notes positions and neighbours like the history of a browser, which the one in memory does not. */
function notingHistory() {
  const history = createMemoryHistory()
  const stack: string[] = ['/']
  let at = 0
  const state = () => ({ position: at, back: stack[at - 1] ?? null, forward: stack[at + 1] ?? null })
  const { push, replace, listen } = history
  history.push = (to, data) => {
    at += 1
    stack.splice(at, stack.length, to)
    push(to, data)
  }
  history.replace = (to, data) => {
    stack[at] = to
    replace(to, data)
  }
  // Before the listeners of the router: a browser changes its state first.
  listen((_to, _from, { delta }) => (at += delta))
  Object.defineProperty(history, 'state', { get: state })
  return history
}

async function open(): Promise<{ router: Router; connectionId: ReturnType<typeof ref<string | null>> }> {
  const router = createRouter({
    history: notingHistory(),
    routes: ['/', '/customers', '/customers/:id', '/uploads', '/uploads/:id', '/settings'].map((path) => ({
      path,
      component,
    })),
  })
  const connectionId = ref<string | null>('one')
  withinScope(() => {
    useConnectionScreens(router, entries, () => connectionId.value ?? null)
    return true
  })
  await router.push('/customers')
  await router.push('/uploads/7')
  await router.push('/customers/3')
  return { router, connectionId }
}

const pathAfter = async (router: Router, move: () => unknown): Promise<string> => {
  move()
  for (let turn = 0; turn < 5; turn += 1) await settled()
  return router.currentRoute.value.fullPath
}

it('shows the first screen of the section instead of a record of the connection before', async () => {
  const { router, connectionId } = await open()
  expect(await pathAfter(router, () => (connectionId.value = 'two'))).toBe('/customers')
})

it('does not go back to records of the connection before, and opens new ones', async () => {
  const { router, connectionId } = await open()
  await pathAfter(router, () => (connectionId.value = 'two'))
  expect(await pathAfter(router, () => void router.push('/customers/9'))).toBe('/customers/9')
  expect(await pathAfter(router, () => router.go(-2))).toBe('/uploads')
  expect(await pathAfter(router, () => void router.push('/uploads/8'))).toBe('/uploads/8')
})

it('knows whether there is a screen before and after this one; the start is none', async () => {
  const router = createRouter({
    history: notingHistory(),
    routes: ['/', '/customers', '/uploads'].map((path) => ({ path, component })),
  })
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const history = withinScope(() => useScreenHistory(router))
  const can = () => [history.canGoBack.value, history.canGoForward.value]
  await router.push('/customers')
  expect(can()).toEqual([false, false])
  await router.push('/uploads')
  expect(can()).toEqual([true, false])
  expect(await pathAfter(router, history.back)).toBe('/customers')
  expect(can()).toEqual([false, true])
  const mouse = (button: number) => window.dispatchEvent(Object.assign(new Event('mouseup'), { button }))
  expect(await pathAfter(router, () => mouse(4))).toBe('/uploads')
  expect(await pathAfter(router, () => mouse(3))).toBe('/customers')
})

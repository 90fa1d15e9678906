import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** Sections appear when their settings are loaded. */
const waitMs = 5_000

const control = 'input, select, textarea, [role="switch"], button'

/**
 * Shows the section or setting that the address names (`?find=Row height`): it is marked until the focus leaves it. `root` contains
 * elements with `data-find`.
 */
export function useFoundSetting(root: () => HTMLElement | null): void {
  const route = useRoute()
  const router = useRouter()

  const placeOf = (label: string): HTMLElement | undefined =>
    [...(root()?.querySelectorAll<HTMLElement>('[data-find]') ?? [])].find(({ dataset }) => dataset['find'] === label)
  const whenThere = (label: string): Promise<HTMLElement | undefined> =>
    new Promise((resolve) => {
      const [now, page] = [placeOf(label), root()]
      if (now || !page) return resolve(now)
      const end = (found: HTMLElement | undefined): void => {
        observer.disconnect()
        clearTimeout(timer)
        resolve(found)
      }
      const observer = new MutationObserver(() => {
        const found = placeOf(label)
        if (found) end(found)
      })
      observer.observe(page, { childList: true, subtree: true })
      const timer = setTimeout(() => end(undefined), waitMs)
    })

  function mark(place: HTMLElement): void {
    place.closest('details')?.setAttribute('open', '')
    const heading = place.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    const target = heading ?? place.querySelector<HTMLElement>(control)
    place.setAttribute('data-found', '')
    place.addEventListener('focusout', () => place.removeAttribute('data-found'), { once: true })
    target?.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'nearest' })
  }

  async function show(label: string): Promise<void> {
    await nextTick()
    const place = await whenThere(label)
    if (route.query['find'] !== label) return
    if (place) mark(place)
    // The next search for the same setting marks it again.
    await router.replace({ query: {} })
  }
  watch(
    () => route.query['find'],
    (label) => {
      if (typeof label === 'string') void show(label)
    },
    { immediate: true },
  )
}

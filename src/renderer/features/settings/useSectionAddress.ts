import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** Sections appear when their settings are loaded. */
const waitMs = 5_000

/** Moves to the section of the settings that the address names by its title ("?section=Team"): Search opens them. */
export function useSectionAddress(root: () => HTMLElement | null): void {
  const route = useRoute()
  const router = useRouter()

  const sectionOf = (title: string): HTMLElement | undefined =>
    [...(root()?.querySelectorAll<HTMLElement>('section[aria-label]') ?? [])].find(
      (section) => section.ariaLabel === title,
    )
  const whenThere = (title: string): Promise<HTMLElement | undefined> =>
    new Promise((resolve) => {
      const [now, place] = [sectionOf(title), root()]
      if (now || !place) return resolve(now)
      const end = (found: HTMLElement | undefined): void => {
        observer.disconnect()
        clearTimeout(timer)
        resolve(found)
      }
      const observer = new MutationObserver(() => {
        const found = sectionOf(title)
        if (found) end(found)
      })
      observer.observe(place, { childList: true, subtree: true })
      const timer = setTimeout(() => end(undefined), waitMs)
    })

  async function show(title: string): Promise<void> {
    await nextTick()
    const section = await whenThere(title)
    if (route.query['section'] !== title) return
    // The next search for the same section moves to it again.
    await router.replace({ query: {} })
    const heading = section?.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    section?.scrollIntoView({ block: 'start' })
  }
  watch(
    () => route.query['section'],
    (title) => {
      if (typeof title === 'string') void show(title)
    },
    { immediate: true },
  )
}

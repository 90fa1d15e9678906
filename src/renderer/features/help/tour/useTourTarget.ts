import { useEventListener, useMutationObserver, useResizeObserver } from '@vueuse/core'
import { type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue'

export interface TargetBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The part of the window that is visible: a long list is outlined to the edge of the window. */
function visibleBox(element: Element): TargetBox | null {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const box = {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    width: Math.min(right, window.innerWidth) - Math.max(left, 0),
    height: Math.min(bottom, window.innerHeight) - Math.max(top, 0),
  }
  return box.width > 0 && box.height > 0 ? box : null
}

/** Where the element marked `data-tour` with this name is; null: the screen does not have it, or it is scrolled away. */
export function useTourTarget(name: () => string | null): { box: Readonly<Ref<TargetBox | null>> } {
  const element: ShallowRef<HTMLElement | null> = shallowRef(null)
  const box = ref<TargetBox | null>(null)

  function find(): void {
    const wanted = name()
    const found = wanted === null ? null : document.querySelector<HTMLElement>(`[data-tour="${wanted}"]`)
    if (found !== element.value) {
      element.value = found
      found?.scrollIntoView({ block: 'nearest' })
    }
    box.value = found ? visibleBox(found) : null
  }

  useMutationObserver(() => (name() === null ? null : document.body), find, { childList: true, subtree: true })
  useResizeObserver(element, find)
  useEventListener(window, 'resize', find)
  useEventListener(document, 'scroll', find, { capture: true, passive: true })
  watch(name, find, { immediate: true, flush: 'post' })
  return { box }
}

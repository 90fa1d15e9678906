import { useEventListener } from '@vueuse/core'
import { type Ref, ref } from 'vue'

/** Files dragged over the window and dropped. Without it the browser would open a dropped file and leave the page. */
export function useFileDrop(actions: { file(file: File): void; tooMany(): void }): { isOver: Readonly<Ref<boolean>> } {
  const isOver = ref(false)
  // Each element under the pointer causes an enter and a leave event; the pointer left the window when they balance.
  let depth = 0
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

  useEventListener(window, 'dragenter', (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth += 1
    isOver.value = true
  })
  useEventListener(window, 'dragover', (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  })
  useEventListener(window, 'dragleave', (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth = Math.max(0, depth - 1)
    isOver.value = depth > 0
  })
  useEventListener(window, 'drop', (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth = 0
    isOver.value = false
    const files = event.dataTransfer?.files
    const first = files?.[0]
    if (files && files.length > 1) actions.tooMany()
    else if (first) actions.file(first)
  })

  return { isOver }
}

import { useEventListener } from '@vueuse/core'
import { type Ref, ref } from 'vue'

/** A file dragged over any part of the window, and let go. A drop outside this would make the browser leave the page. */
export function useFileDrop(actions: { file(file: File): void; tooMany(): void }): { over: Readonly<Ref<boolean>> } {
  const over = ref(false)
  // Enter and leave come for every element on the way; the window is left when they balance.
  let depth = 0
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

  useEventListener(window, 'dragenter', (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth += 1
    over.value = true
  })
  useEventListener(window, 'dragover', (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  })
  useEventListener(window, 'dragleave', (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth = Math.max(0, depth - 1)
    over.value = depth > 0
  })
  useEventListener(window, 'drop', (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth = 0
    over.value = false
    const files = event.dataTransfer?.files
    const first = files?.[0]
    if (files && files.length > 1) actions.tooMany()
    else if (first) actions.file(first)
  })

  return { over }
}

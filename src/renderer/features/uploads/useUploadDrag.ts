import { ref } from 'vue'
import type { UploadSummary } from '../../../contract/uploads.ts'

type Queued = Pick<UploadSummary, 'id'>
export type DropSide = 'before' | 'after'

/** Only the list reads it: a link or text that is dragged here is ignored, and the upload means nothing elsewhere. */
const dragType = 'application/x-forecourt-upload'

/**
 * Where an upload goes in the queue when it is dropped before or after another one; null: its place does not change.
 * `before: null` is the end.
 */
export function droppedBefore(
  queue: readonly Queued[],
  id: string,
  targetId: string,
  side: DropSide,
): { readonly before: string | null } | null {
  const at = queue.findIndex((upload) => upload.id === id)
  const others = queue.filter((upload) => upload.id !== id)
  const target = others.findIndex((upload) => upload.id === targetId)
  if (at === -1 || target === -1) return null
  const place = side === 'before' ? target : target + 1
  return place === at ? null : { before: others[place]?.id ?? null }
}

/** Orders the queue by dragging an upload. `move` gets the upload and the one that it is sent before. */
export function useUploadDrag(
  queue: () => readonly Queued[],
  move: (input: { readonly id: string; readonly before: string | null }) => unknown,
) {
  const draggedId = ref<string | null>(null)
  /** Where the upload would be dropped. */
  const mark = ref<{ readonly id: string; readonly side: DropSide } | null>(null)

  const destination = (id: string, side: DropSide) =>
    draggedId.value === null ? null : droppedBefore(queue(), draggedId.value, id, side)

  /** The nearer edge of the card under the pointer. */
  const sideAt = (event: DragEvent): DropSide => {
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect()
    return event.clientY < top + height / 2 ? 'before' : 'after'
  }

  function end(): void {
    draggedId.value = null
    mark.value = null
  }

  return {
    draggedId,
    mark,
    end,
    start(event: DragEvent, id: string): void {
      const { dataTransfer } = event
      if (!dataTransfer) return
      // The card is a link: without this, its address would be dragged.
      dataTransfer.clearData()
      dataTransfer.setData(dragType, id)
      dataTransfer.setDragImage(event.currentTarget as Element, 24, 24)
      dataTransfer.effectAllowed = 'move'
      draggedId.value = id
    },
    over(event: DragEvent, id: string): void {
      if (draggedId.value === null) return
      const side = sideAt(event)
      if (!destination(id, side)) return void (mark.value = null)
      event.preventDefault()
      mark.value = { id, side }
    },
    drop(event: DragEvent, id: string): void {
      if (draggedId.value === null) return
      event.preventDefault()
      const to = destination(id, sideAt(event))
      if (to) move({ id: draggedId.value, ...to })
      end()
    },
  }
}

import { ref } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { Result } from '../../../contract/result.ts'
import type { UploadSummary } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { hasEnded } from './upload-state.ts'
import { uploadListText as text } from './upload-list-text.ts'
import { providedState } from '../../ui/provided-state.ts'

type ActedUpload = Pick<UploadSummary, 'id' | 'name' | 'state' | 'madeElsewhere'>

/** Pauses, orders, renames, withdraws and removes uploads. A failure is shown in a notice. */
export function useUploadActions(
  { call }: Pick<ProgramClient, 'call'>,
  confirm: (confirmation: Confirmation) => Promise<boolean>,
  toasts: Pick<Toasts, 'success' | 'failure'>,
) {
  const busy = ref(false)

  /** The value of a call; null when it failed. */
  async function run<T>(request: Promise<Result<T>>): Promise<T | null> {
    busy.value = true
    const answer = await request
    busy.value = false
    if (answer.ok) return answer.value
    toasts.failure(answer.error)
    return null
  }

  const putBack = ({ id }: Pick<UploadSummary, 'id'>) => run(call('uploads.putBack', { id }))

  /** True when the upload is no longer in the list. */
  async function remove({ id, name, state, madeElsewhere }: ActedUpload): Promise<boolean> {
    const isFollowed = madeElsewhere && !hasEnded(state)
    const { stopFollowing } = text
    if (isFollowed) {
      const agreed = await confirm({
        title: stopFollowing.title(name),
        text: stopFollowing.text,
        confirmLabel: stopFollowing.confirm,
      })
      if (!agreed) return false
    }
    if (!(await run(call('uploads.remove', { id })))) return false
    if (isFollowed) toasts.success(stopFollowing.done(name))
    else toasts.success(text.removed.done(name), { label: text.removed.undo, run: () => void putBack({ id }) })
    return true
  }

  /** The draft that the upload became; null: it did not. */
  async function withdraw({ id, name, rows }: Pick<UploadSummary, 'id' | 'name' | 'rows'>): Promise<string | null> {
    const { withdraw: words } = text
    const agreed = await confirm({
      title: words.title(name),
      text: words.text(rows.updated),
      confirmLabel: words.confirm,
    })
    const done = agreed ? await run(call('uploads.withdraw', { id })) : null
    return done?.draftId ?? null
  }

  return {
    busy,
    pause: ({ id }: Pick<UploadSummary, 'id'>) => run(call('uploads.pause', { id })),
    resume: ({ id }: Pick<UploadSummary, 'id'>) => run(call('uploads.resume', { id })),
    move: (input: MethodInput<'uploads.move'>) => run(call('uploads.move', input)),
    putBack,
    remove,
    withdraw,
  }
}

/** The uploads with rows left to send, in the order of sending. */
export const queueOf = (uploads: readonly UploadSummary[]): readonly UploadSummary[] =>
  uploads.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))

/** Where an upload goes in the queue when it moves one place; null: it cannot. `before: null` is the end. */
export function movedBefore(
  queue: readonly Pick<UploadSummary, 'id'>[],
  id: string,
  direction: 'up' | 'down',
): { readonly before: string | null } | null {
  const at = queue.findIndex((upload) => upload.id === id)
  if (at === -1 || (direction === 'up' ? at === 0 : at === queue.length - 1)) return null
  return { before: (direction === 'up' ? queue[at - 1] : queue[at + 2])?.id ?? null }
}

export const [provideUploadActions, useProvidedActions] = providedState('upload', useUploadActions)

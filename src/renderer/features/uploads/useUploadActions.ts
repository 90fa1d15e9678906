import type { MethodOutput } from '../../../contract/methods.ts'
import type { UploadSummary } from '../../../contract/uploads.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'
import type { FewCalls } from '../../connection/useUsage.ts'
import { uploadListText as text } from './upload-list-text.ts'
import { uploadsText } from './uploads-text.ts'

type ActedUpload = Pick<UploadSummary, 'id' | 'name'>
type WithId = Pick<UploadSummary, 'id'>

/** Pauses, orders, renames, withdraws and removes uploads. A failure is shown in a notice. */
export function useUploadActions() {
  const { call } = useClient()
  const pausing = useAction('uploads.pause')
  const resuming = useAction('uploads.resume')
  const moving = useAction('uploads.move')
  const puttingBack = useAction('uploads.putBack')
  const removing = useAction(({ id }: ActedUpload) => call('uploads.remove', { id }), {
    done: (_, { name }) => text.removed.done(name),
    undo: (_, { id }) => ({ run: () => void puttingBack.run({ id }) }),
  })
  const withdrawing = useAction(
    ({ id }: Pick<UploadSummary, 'id' | 'name' | 'rows'>) => call('uploads.withdraw', { id }),
    { confirm: ({ name, rows }) => text.withdraw.question(name, rows.updated) },
  )

  return {
    busy: together(pausing, resuming, moving, puttingBack, removing, withdrawing).busy,
    pause: ({ id }: WithId) => pausing.run({ id }),
    resume: ({ id }: WithId) => resuming.run({ id }),
    move: moving.run,
    putBack: ({ id }: WithId) => puttingBack.run({ id }),
    /** True when the upload is no longer in the list. */
    remove: async (upload: ActedUpload) => (await removing.run(upload)) !== null,
    /** The draft that the upload became; null: it did not. */
    withdraw: async (upload: Pick<UploadSummary, 'id' | 'name' | 'rows'>) =>
      (await withdrawing.run(upload))?.draftId ?? null,
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

/** Customers named in the question before an upload is undone. */
const maxNames = 8

type UndoneUpload = Pick<UploadSummary, 'id' | 'name' | 'rows' | 'joined' | 'lookUpMissingVins' | 'paidLookups'>

/** Undoes an upload: the customers that it created are counted, confirmed and moved to the bin. */
export function useUndoUpload(fewCalls: FewCalls) {
  const { call, read } = useClient()
  const { undo: undoText } = uploadsText
  const counting = useAction(
    ({ id }: UndoneUpload) =>
      read('customers.list', { uploadId: id, sort: 'clientName', descending: false, offset: 0, limit: maxNames }),
    { done: ({ total }) => (total === 0 ? undoText.nothing : null) },
  )
  const undoing = useAction(
    ({ upload: { id }, created }: { upload: UndoneUpload; created: MethodOutput<'customers.list'> }) =>
      call('uploads.undo', { id, customers: created.total }),
    {
      confirm: ({ upload, created: { total, customers } }) => ({
        title: undoText.title(upload.name, total),
        text: [undoText.text(upload), fewCalls('deletion', total)].filter(Boolean).join(' '),
        names: undoText.names(customers, total),
        confirmLabel: undoText.confirm(total),
        tone: 'danger',
        typed: String(total),
      }),
      done: ({ deleting }, { upload }) => undoText.done(deleting, upload.name),
    },
  )
  return {
    busy: together(counting, undoing).busy,
    async undo(upload: UndoneUpload): Promise<boolean> {
      const created = await counting.run(upload)
      return created !== null && created.total > 0 && (await undoing.run({ upload, created })) !== null
    },
  }
}

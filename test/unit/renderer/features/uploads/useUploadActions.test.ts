import { describe, expect, it } from 'vitest'
import {
  movedBefore,
  queueOf,
  useUndoUpload,
  useUploadActions,
} from '../../../../../src/renderer/features/uploads/useUploadActions.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { uploadListText } from '../../../../../src/renderer/features/uploads/upload-list-text.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { sampleUpload } from './sample-upload.ts'

/** Actions whose calls all succeed, and what they called and showed. */
function bench(options: { readonly agreed?: boolean; readonly fails?: boolean } = {}) {
  const called: string[] = []
  const asked: string[] = []
  const call = (method: string, input: { id?: string }): Promise<unknown> => {
    called.push(`${method} ${input.id}`)
    return Promise.resolve(
      options.fails
        ? { ok: false, error: { kind: 'conflict', message: 'No.' } }
        : { ok: true, value: { draftId: 'draft-1' } },
    )
  }
  const toasts = createToasts()
  const actions = withinScope(useUploadActions, {
    client: { ...createProgramClientTwin().client, call: call as never },
    toasts,
    answer({ title }) {
      asked.push(title)
      return options.agreed ?? true
    },
  })
  const undo = () => toasts.act(toasts.shown.value.at(-1)?.id ?? 0)
  return { actions, called, asked, undo, shown: () => toasts.shown.value.map(({ text }) => text) }
}

const finished = sampleUpload({ state: 'complete', place: null })

describe('removing an upload from the list', () => {
  it('asks nothing and can be undone', async () => {
    const { actions, called, shown, asked, undo } = bench()
    expect(await actions.remove(finished)).toBe(true)
    expect(shown()).toEqual(['Sold cars removed from the list. Its customers stay.'])
    undo()
    expect(called).toEqual(['uploads.remove upload-1', 'uploads.putBack upload-1'])
    expect(asked).toEqual([])
  })

  it('shows why it failed', async () => {
    const { actions, shown } = bench({ fails: true })
    expect(await actions.remove(finished)).toBe(false)
    expect(shown()).toEqual(['No.'])
  })
})

describe('withdrawing an upload', () => {
  it('asks first, and gives the draft', async () => {
    const { actions, asked } = bench()
    expect(await actions.withdraw(finished)).toBe('draft-1')
    expect(asked).toEqual(['Make Sold cars a draft again?'])
    expect(await bench({ agreed: false }).actions.withdraw(finished)).toBeNull()
    expect(await bench({ fails: true }).actions.withdraw(finished)).toBeNull()
  })

  it('says that updates of existing customers stay', () => {
    const text = (updated: number) => uploadListText.withdraw.question('Sold cars', updated).text
    expect(text(0)).toBe(
      'The service has none of its rows. The upload is removed, and the draft opens with all your changes.',
    )
    expect(text(2)).toMatch(/ 2 updates of existing customers stay\. You can undo them in Customers\.$/)
  })
})

describe('the queue', () => {
  const queue = queueOf([
    sampleUpload({ id: 'c', place: 3 }),
    sampleUpload({ id: 'sent', place: null }),
    sampleUpload({ id: 'a', place: 1 }),
    sampleUpload({ id: 'b', place: 2 }),
  ])

  it('has the uploads with rows to send, in their order', () => {
    expect(queue.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['a', 'up', null],
    ['a', 'down', { before: 'c' }],
    ['b', 'up', { before: 'a' }],
    ['b', 'down', { before: null }],
    ['c', 'down', null],
    ['sent', 'up', null],
  ] as const)('moves %s %s by one place', (id, direction, expected) => {
    expect(movedBefore(queue, id, direction)).toEqual(expected)
  })
})

const upload = sampleUpload()

function openUndo(agreed: boolean) {
  const twin = createProgramClientTwin()
  const toasts = createToasts()
  const confirmations: Confirmation[] = []
  const undoing = withinScope(() => useUndoUpload(() => 'Few calls.'), {
    client: twin.client,
    toasts,
    answer(question) {
      confirmations.push(question)
      return agreed
    },
  })
  return { twin, confirmations, shown: () => toasts.shown.value.map(({ text }) => text), ...undoing }
}

describe('undoing an upload', () => {
  it('deletes its customers after the user has typed their number', async () => {
    const { twin, confirmations, shown, undo, busy } = openUndo(true)
    const undoing = undo(upload)
    expect(busy.value).toBe(true)
    await twin
      .next('customers.list')
      .succeed({ total: 1, customers: [{ clientName: 'Jo', rego: 'ABC123', vin: null }] })
    expect(confirmations[0]?.text).toMatch(/without calls\)\. Few calls\.$/)
    expect(confirmations[0]).toMatchObject({ typed: '1', names: ['Jo, ABC123'], confirmLabel: 'Delete 1 customer' })
    const deletion = twin.next('uploads.undo')
    expect(deletion.input).toEqual({ id: 'upload-1', customers: 1 })
    await deletion.succeed({ deleting: 1 })
    expect(await undoing).toBe(true)
    expect(busy.value).toBe(false)
    expect(shown()).toEqual(['Deleting 1 customer from Sold cars. Restore them from the bin.'])
  })

  it('deletes nothing when the user cancels, or when none of its customers are left', async () => {
    const cancelled = openUndo(false)
    const undoing = cancelled.undo(upload)
    await cancelled.twin.next('customers.list').succeed({ total: 2, customers: [] })
    expect(await undoing).toBe(false)
    const empty = openUndo(true)
    const undoingEmpty = empty.undo(upload)
    await empty.twin.next('customers.list').succeed({ total: 0, customers: [] })
    expect(await undoingEmpty).toBe(false)
    expect(empty.confirmations).toEqual([])
    expect([...cancelled.twin.calls, ...empty.twin.calls].map(({ method }) => method)).toEqual([
      'customers.list',
      'customers.list',
    ])
  })

  it('shows why the deletion failed', async () => {
    const { twin, shown, undo } = openUndo(true)
    const undoing = undo(upload)
    await twin.next('customers.list').succeed({ total: 1, customers: [] })
    await twin.next('uploads.undo').fail({ message: 'You’re offline.' })
    expect(await undoing).toBe(false)
    expect(shown()).toEqual(['You’re offline.'])
  })
})

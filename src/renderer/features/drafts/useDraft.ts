import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Draft } from '../../../contract/drafts.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

/** The methods that change a draft and answer with the draft as it then stands. */
export type DraftChange = {
  [M in MethodName]: M extends `drafts.${string}` ? (MethodOutput<M> extends Draft ? M : never) : never
}[MethodName]

type ChangeInput<M extends DraftChange> = Omit<MethodInput<M>, 'id'>

/**
 * One draft as the program holds it. Changes go out one after the other, in the order in which they were made, and each answer
 * replaces what is shown; an answer that was asked for before a later one was shown is dropped.
 */
export function useDraft({ call, onEvent }: ProgramClient, id: string) {
  const draft = shallowRef<Draft | null>(null)
  const loadFailure = shallowRef<Failure | null>(null)
  const changeFailure = shallowRef<Failure | null>(null)
  const changesRunning = ref(0)
  const progress = shallowRef<{ part: number; words: string } | null>(null)
  /** What was done last, in words, until the next change. */
  const said = ref('')
  /** Rises with every change that may have touched rows: they have to be looked at again. */
  const version = ref(0)

  let asked = 0
  let shown = 0
  let tail: Promise<unknown> = Promise.resolve()

  function show(value: Draft, number: number, touchesRows: boolean): void {
    shown = number
    draft.value = value
    if (touchesRows) version.value += 1
  }

  async function load(): Promise<void> {
    const number = ++asked
    const answer = await call('drafts.get', { id })
    // A change has been answered meanwhile; whether this answer is older than it cannot be told.
    if (number < shown) return load()
    if (!answer.ok) {
      if (!draft.value) loadFailure.value = answer.error
      return
    }
    loadFailure.value = null
    if (answer.value.changedAt === draft.value?.changedAt) return
    show(answer.value, number, true)
  }

  /** Lets one piece of work after the other have the draft. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    changesRunning.value += 1
    const running = tail.then(work).finally(() => {
      changesRunning.value -= 1
      if (changesRunning.value === 0) progress.value = null
    })
    tail = running
    return running
  }

  async function send<M extends DraftChange>(method: M, input: ChangeInput<M>): Promise<Result<Draft>> {
    const answer = (await call(method, { ...input, id } as unknown as MethodInput<M>)) as Result<Draft>
    changeFailure.value = answer.ok ? null : answer.error
    if (answer.ok) show(answer.value, ++asked, method !== 'drafts.setStep')
    return answer
  }

  /** Sends one change. Resolves when the draft that came of it is shown; a failure leaves the draft as it was. */
  function change<M extends DraftChange>(method: M, input: ChangeInput<M>): Promise<Result<Draft>> {
    said.value = ''
    return inTurn(() => send(method, input))
  }

  /** Undoes or does again what is last when its turn comes, a change still on its way included. Nothing to take back: nothing happens. */
  function takeBack(which: 'undo' | 'redo'): Promise<void> {
    return inTurn(async () => {
      const label = draft.value?.[which]
      if (!label) return
      const answer = await send(`drafts.${which}`, {})
      if (answer.ok) said.value = which === 'undo' ? `Undone: ${label}` : `Done again: ${label}`
    })
  }

  const stopHearing = [
    onEvent('drafts.changed', (event) => {
      if ((event.subject === null || event.subject === id) && changesRunning.value === 0) void load()
    }),
    onEvent('drafts.progressed', (event) => {
      if (event.subject === id && changesRunning.value > 0) progress.value = event.progress
    }),
  ]
  onScopeDispose(() => {
    for (const stop of stopHearing) stop()
  })

  return {
    draft,
    loadFailure,
    changeFailure,
    busy: computed(() => changesRunning.value > 0),
    progress,
    version,
    load,
    change,
    said,
    say(words: string): void {
      said.value = words
    },
    takeBack,
    dismissFailure: () => {
      changeFailure.value = null
    },
  }
}

export type DraftInHand = ReturnType<typeof useDraft>

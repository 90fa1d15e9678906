import { computed, ref, shallowRef, watch } from 'vue'
import type { Draft, DraftSummary } from '../../../contract/drafts.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/methods.ts'
import type { Region } from '../../../contract/region.ts'
import { success, type Failure, type Result } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { providedState } from '../../ui/provided-state.ts'
import { draftsText } from './drafts-text.ts'
import { nextStep } from './draft-counts.ts'

/** The methods that change a draft by its id, and answer with it. */
type ChangeMethod = {
  [M in MethodName]: MethodInput<M> extends { id: string } ? (MethodOutput<M> extends Draft ? M : never) : never
}[MethodName]

/** Changes that leave the rows as they are. */
const keepingRows: ReadonlySet<ChangeMethod> = new Set<ChangeMethod>([
  'drafts.rename',
  'drafts.setStep',
  'drafts.attachFile',
])

/**
 * One draft and the commands that change it. Changes are sent one after the other, in the order in which they were made, and
 * each answer replaces the draft that is shown. After a failed change the draft is as before, and `changeFailure` has the reason.
 */
export function useDraft(id: string) {
  const { call } = useClient()
  const changesRunning = ref(0)
  const changeFailure = shallowRef<Failure | null>(null)
  const progress = shallowRef<{ part: number; words: string } | null>(null)
  /** The result of the last change, as a text, until the next change. */
  const announcement = ref('')
  /** Rises with every change that may affect rows, which then have to be fetched again. */
  const version = ref(0)
  /** `changedAt` of the draft that `version` accounts for. */
  let accountedFor: string | null = null
  let lastChange: Promise<unknown> = Promise.resolve()

  const query = useQuery('drafts.get', {
    input: () => ({ id }),
    refreshOn: {
      'drafts.changed': ({ subject }) => (subject === null || subject === id) && changesRunning.value === 0,
    },
  })
  const draft = query.data

  watch(
    draft,
    (shown) => {
      if (!shown || shown.changedAt === accountedFor) return
      accountedFor = shown.changedAt
      version.value += 1
    },
    { flush: 'sync' },
  )

  useEvent('drafts.progressed', (event) => {
    if (event.subject === id && changesRunning.value > 0) progress.value = event.progress
  })

  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    changesRunning.value += 1
    const running = lastChange.then(task).finally(() => {
      changesRunning.value -= 1
      if (changesRunning.value === 0) progress.value = null
    })
    lastChange = running
    return running
  }

  async function send(request: () => Promise<Result<Draft>>, affectsRows = true): Promise<Result<Draft>> {
    const answer = await request()
    changeFailure.value = answer.ok ? null : answer.error
    if (!answer.ok) return answer
    // A fetch that runs now may return the draft from before or after this change: it is ignored and repeated.
    const isFetching = query.loading.value
    if (!affectsRows) accountedFor = answer.value.changedAt
    query.set(answer.value)
    if (isFetching) query.requestRefresh()
    return answer
  }

  function perform(request: () => Promise<Result<Draft>>, affectsRows = true): Promise<Result<Draft>> {
    announcement.value = ''
    return enqueue(() => send(request, affectsRows))
  }

  /** A change whose answer has more than the draft; null: it failed. */
  async function changeWithAnswer<T extends { readonly draft: Draft }>(
    request: () => Promise<Result<T>>,
  ): Promise<T | null> {
    let answered: T | null = null
    const changed = await perform(async () => {
      const answer = await request()
      if (!answer.ok) return answer
      answered = answer.value
      return success(answer.value.draft)
    })
    return changed.ok ? answered : null
  }

  /** Changes the draft by one of its methods. */
  const change = <M extends ChangeMethod>(method: M, input: Omit<MethodInput<M>, 'id'>): Promise<Result<Draft>> =>
    perform(() => call(method, { id, ...input } as never) as Promise<Result<Draft>>, !keepingRows.has(method))

  /** Waits for the changes made before, so that it can undo the last of them. Does nothing when there is nothing to undo or redo. */
  function revert(direction: 'undo' | 'redo'): Promise<void> {
    // The same words again would not be said.
    announcement.value = ''
    return enqueue(async () => {
      const label = draft.value?.[direction]
      if (!label) return
      const answer = await send(() => call(`drafts.${direction}`, { id }))
      if (answer.ok) announcement.value = draftsText.undo[direction === 'undo' ? 'undone' : 'redone'](label)
    })
  }

  return {
    draft,
    /** Why the draft could not be loaded; null once there is a draft. */
    loadFailure: computed(() => (draft.value ? null : query.failure.value)),
    changeFailure,
    busy: computed(() => changesRunning.value > 0),
    progress,
    version,
    announcement,
    refresh: query.refresh,
    announce(text: string): void {
      announcement.value = text
    },
    dismissFailure(): void {
      changeFailure.value = null
    },
    undo: () => revert('undo'),
    redo: () => revert('redo'),
    change,
    /** Moves the rows of another region to a second draft, which it returns; null: that failed. */
    moveRows: async (region: Region) =>
      (await changeWithAnswer(() => call('drafts.moveRows', { id, region })))?.moved ?? null,
    /** Numbers of the new rows; null: they could not be added. */
    addRows: async (count: number) =>
      (await changeWithAnswer(() => call('drafts.addRows', { id, count })))?.rows ?? null,
    /** Whether anything changed, and what of the template does not fit, as sentences; null: it could not be applied. */
    async applyTemplate(templateId: string): Promise<{ changed: boolean; problems: readonly string[] } | null> {
      let before: string | undefined
      const applied = await changeWithAnswer(() => {
        before = draft.value?.changedAt
        return call('drafts.applyTemplate', { id, templateId })
      })
      return applied && { changed: applied.draft.changedAt !== before, problems: applied.problems }
    },
  }
}

export type DraftEditor = ReturnType<typeof useDraft>

type Step = DraftSummary['step']
/** The rows that the step "Check" shows first. */
type FirstShown = 'all' | 'error' | 'update' | 'excluded'

/** The draft that is open on the screen, the step that it is in, and its commands. Components inside the screen have a draft. */
export const [provideDraftEditor, useDraftEditor] = providedState('draft editor', (id: string) => {
  const { draft: loaded, ...editor } = useDraft(id)
  const draft = computed<Draft>((before) => {
    const shown = loaded.value ?? before
    if (!shown) throw new Error('The draft is not loaded yet')
    return shown
  })
  const step = ref<Step>('columns')
  const firstShown = ref<FirstShown>('all')
  watch(
    () => loaded.value?.step,
    (saved, before) => {
      if (saved && !before) step.value = saved
    },
  )

  return {
    ...editor,
    id,
    /** Null until it is there. */
    loaded,
    draft,
    step,
    firstShown,
    /** Rows added by hand have their columns. */
    steps: computed<readonly Step[]>(() =>
      loaded.value?.fileName === '' ? ['check', 'send'] : ['columns', 'check', 'send'],
    ),
    /** The step that follows; null: none, or the draft is not there yet. */
    next: computed(() => (loaded.value ? nextStep(step.value, loaded.value.counts) : null)),
    goTo(next: Step, rows: FirstShown = 'all'): void {
      firstShown.value = rows
      if (next === step.value) return
      step.value = next
      void editor.change('drafts.setStep', { step: next })
    },
    /** The details of the file are shown beside the step. */
    isFileShown: ref(false),
    /** The column of the file whose values are listed, by position. */
    listedColumn: ref<number | null>(null),
  }
})

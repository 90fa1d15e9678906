import { computed, ref, watch } from 'vue'
import type { Draft, DraftSummary } from '../../../contract/drafts.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { providedState } from '../../ui/provided-state.ts'
import { nextStep } from './draft-counts.ts'
import { useDraft } from './useDraft.ts'

type Step = DraftSummary['step']
/** The rows that the step "Check" shows first. */
type FirstShown = 'all' | 'error' | 'update' | 'excluded'

/** The draft that is open on the screen, the step that it is in, and its commands. Components inside the screen have a draft. */
export const [provideDraftEditor, useDraftEditor] = providedState(
  'draft editor',
  (client: ProgramClient, id: string) => {
    const { draft: loaded, ...editor } = useDraft(client, id)
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
        void editor.setStep({ step: next })
      },
      /** The details of the file are shown beside the step. */
      isFileShown: ref(false),
      /** The column of the file whose values are listed, by position. */
      listedColumn: ref<number | null>(null),
    }
  },
)

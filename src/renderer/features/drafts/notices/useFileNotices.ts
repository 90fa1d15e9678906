import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { useEventListener } from '@vueuse/core'
import { useAction } from '../../../bridge/useAction.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { draftsText } from '../drafts-text.ts'
import { useDraftEditor } from '../useDraft.ts'
import { sameFileText } from '../send/send-text.ts'
import { useSameFile } from '../send/useSend.ts'
import { changedFileText } from '../table/table-text.ts'

const { otherTables, cutOff } = draftsText

/** What is worth knowing about the file of the open draft: changed since, uploaded before, not read as a whole. */
export function useFileNotices() {
  const { id, draft, step, isFileShown } = useDraftEditor()
  const router = useRouter()
  // Compared again when the user comes back to the window.
  const source = useQuery('drafts.sourceFile', { input: () => ({ id }) })
  useEventListener(window, 'focus', () => source.requestRefresh())
  const { uploads } = useSameFile(id)

  const reading = useAction('drafts.readSourceAgain', {
    done({ id: next, kept, lost, earlier }) {
      void router.replace(`/import/${next}`)
      const { done, partly } = changedFileText
      const { fileName } = draft.value
      return earlier === null ? done(fileName, kept) : partly(fileName, kept, lost, earlier)
    },
  })
  const keeping = useAction('drafts.keepSource', { done: () => void source.refresh() })

  const changed = computed<DraftNotice | null>(() => {
    const found = source.data.value
    if (found?.state !== 'changed') return null
    return {
      key: 'changed-file',
      tone: 'warning',
      title: changedFileText.title(draft.value.fileName),
      text: changedFileText.text(found.changedAt),
      actions: [
        { label: changedFileText.read, run: () => reading.run({ id }), loading: reading.busy.value },
        { label: changedFileText.keep, run: () => keeping.run({ id }) },
      ],
      stays: true,
    }
  })
  const uploadedBefore = computed<DraftNotice | null>(() => {
    const [latest, ...earlier] = uploads.value
    if (!latest) return null
    const open = { label: sameFileText.open, run: () => router.push({ name: 'upload', params: { id: latest.id } }) }
    return {
      key: 'same-file',
      tone: 'warning',
      title: sameFileText.title,
      text: sameFileText.text(latest, earlier.length, draft.value.fileName),
      actions: latest.sentBy === undefined ? [open] : [],
      stays: step.value === 'send',
    }
  })
  const ofTable = computed<readonly (DraftNotice | null | undefined)[]>(() => {
    const { source } = draft.value
    return [
      source.otherTables && {
        key: 'other-tables',
        tone: source.otherTables.hasCars ? 'warning' : 'info',
        title: otherTables.title(source.otherTables.rows),
        text: otherTables.text,
        actions: [{ label: draftsText.draft.showFile, run: () => (isFileShown.value = true) }],
        stays: true,
      },
      source.cutOff ? { key: 'cut-off', tone: 'warning', title: cutOff.title, text: cutOff.text } : null,
    ]
  })
  return computed(() => [changed.value, uploadedBefore.value, ...ofTable.value])
}

/** A fact about a draft as a whole, and what can be done about it. */
export interface DraftNotice {
  /** Names the notice and what it is about: a closed notice does not come back. */
  readonly key: string
  readonly tone: 'info' | 'warning'
  readonly title?: string
  readonly text: string
  readonly actions?: readonly {
    readonly label: string
    readonly run: () => unknown
    readonly loading?: boolean
  }[]
  readonly stays?: boolean
}

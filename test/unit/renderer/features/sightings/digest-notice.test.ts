import { nextTick, ref } from 'vue'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useDigestNotice } from '../../../../../src/renderer/features/sightings/digest-notice.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const sentence = 'Today’s calls: 2 calls due.'

function openWindow({ onSightings = false, isHidden = false } = {}) {
  const document = Object.assign(new EventTarget(), { visibilityState: isHidden ? 'hidden' : 'visible' })
  vi.stubGlobal('document', document)
  onTestFinished(() => void vi.unstubAllGlobals())
  let digest: string | null = sentence
  const twin = createProgramClientTwin({
    'sightings.takeDigest': () => {
      const text = digest
      digest = null
      return { text }
    },
  })
  const isOnSightings = ref(onSightings)
  const toasts = createToasts()
  withinScope(
    () => {
      useDigestNotice(() => isOnSightings.value, {
        label: 'Show',
        lasting: true,
        run: () => (isOnSightings.value = true),
      })
      return true
    },
    { client: twin.client, toasts },
  )
  const shown = (): unknown[] => toasts.shown.value.map(({ text, stays }) => [text, stays])
  return { document, toasts, isOnSightings, shown }
}

describe('the notice of the daily digest', () => {
  it('stays until the Sightings screen is opened, also for a digest that was made before the window', async () => {
    const { shown, isOnSightings } = openWindow()
    await vi.waitFor(() => expect(shown()).toEqual([[sentence, true]]))
    isOnSightings.value = true
    await nextTick()
    expect(shown()).toEqual([])
  })

  it('closes by itself on the Sightings screen, which shows the digest for the rest of the day', async () => {
    const { shown } = openWindow({ onSightings: true })
    await vi.waitFor(() => expect(shown()).toEqual([[sentence, false]]))
  })

  it('waits until the window can be seen', async () => {
    const { document, shown } = openWindow({ isHidden: true })
    await nextTick()
    expect(shown()).toEqual([])
    document.visibilityState = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(shown()).toHaveLength(1))
  })
})

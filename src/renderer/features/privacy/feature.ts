import { watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useToasts } from '../../ui/useToasts.ts'

export const feature: Feature = {
  title: 'Privacy',
  routes: [{ path: '/privacy', name: 'privacy', component: () => import('./PrivacyPage.vue') }],
  setup() {
    const router = useRouter()
    const toasts = useToasts()
    const { data } = useQuery('privacy.deletions', { refreshOn: ['team.changed'], minGapMs: 5_000 })
    const told = new Set<string>()
    watch(data, async (answer) => {
      const deletions = answer?.deletions ?? []
      // Mostly there are none: then the texts are not loaded.
      if (deletions.length === 0) return
      const { isNoted, privacyText } = await import('./privacy-text.ts')
      const noted = deletions.filter((receipt) => isNoted(receipt) && !told.has(receipt.id))
      if (noted.length === 0) return
      for (const { id } of noted) told.add(id)
      const run = (): void => void router.push({ name: 'privacy' })
      toasts.reminder(privacyText.noted(noted.length), { label: 'Show', lasting: true, run }, 'privacy')
    })
    return []
  },
}

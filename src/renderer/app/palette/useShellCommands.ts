import { CirclePlus, GraduationCap, KeyRound, MapPin } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText } from '../switcher/switcher-text.ts'
import { useConnectionSwitch } from '../switcher/useConnectionSwitch.ts'
import { useThemeToggle } from '../useTheme.ts'
import type { NamedCommand } from './command-items.ts'
import { paletteText as text } from './palette-text.ts'

/** What the shell itself can do, apart from its shortcuts. */
export function useShellCommands(): ComputedRef<readonly NamedCommand[]> {
  const store = useConnectionStore()
  const themeToggle = useThemeToggle()
  const router = useRouter()
  const connections = useConnectionSwitch()

  return computed(() => {
    const elsewhere = (store.state?.connections ?? []).filter(({ id }) => id !== store.current?.id)
    return [
      ...elsewhere.map((connection) => ({
        label: text.switchTo(connection.name),
        icon: connection.kind === 'practice' ? GraduationCap : KeyRound,
        run: () => void connections.switchTo(connection),
      })),
      ...Object.entries(regionNames)
        .filter(([region]) => region !== store.region)
        .map(([region, name]) => ({
          label: text.region(name),
          icon: MapPin,
          run: () => void connections.chooseRegion(region as Region),
        })),
      themeToggle.value,
      { label: switcherText.add, icon: CirclePlus, run: () => void router.push('/welcome') },
    ]
  })
}

import { Moon, Sun } from '@lucide/vue'
import { usePreferredDark } from '@vueuse/core'
import type { GlobalThemeOverrides } from 'naive-ui'
import { computed, type ComputedRef, type InjectionKey, shallowRef, watch } from 'vue'
import type { Preferences } from '../../contract/preferences.ts'
import type { Failure } from '../../contract/result.ts'
import { provided } from '../ui/provided-state.ts'
import { readThemeOverrides } from '../ui/theme.ts'
import type { NamedCommand } from './palette/command-items.ts'
import { paletteText } from './palette/palette-text.ts'
import { useSettingsStore } from './settings/settings-store.ts'

type ThemeChoice = Preferences['theme']

/**
 * How the window looks: light, dark, or the system's theme. Sets `data-theme` on the page and reads Naive UI's theme from it. Until the
 * settings are read, the system decides. `onUnsaved` gets the reason when a choice is not saved.
 */
export function createTheme(onUnsaved: (failure: Failure) => void) {
  const settings = useSettingsStore()
  const systemDark = usePreferredDark()
  const choice = computed<ThemeChoice>(() => settings.values('preferences')?.theme ?? 'system')
  const dark = computed(() => (choice.value === 'system' ? systemDark.value : choice.value === 'dark'))
  const overrides = shallowRef<GlobalThemeOverrides>({})

  watch(
    dark,
    (isDark) => {
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
      overrides.value = readThemeOverrides()
    },
    { immediate: true },
  )

  return {
    dark,
    overrides,
    /** How close together the rows of the grids are. */
    density: computed(() => settings.values('preferences')?.density ?? 'compact'),
    async choose(theme: ThemeChoice) {
      const saved = await settings.change('preferences', { theme })
      if (!saved.ok) onUnsaved(saved.error)
    },
  }
}

export const themeKey: InjectionKey<ReturnType<typeof createTheme>> = Symbol('theme')

export const useTheme = () => provided(themeKey)

/** The command that changes from the light to the dark theme, or back. */
export function useThemeToggle(): ComputedRef<NamedCommand> {
  const { dark, choose } = useTheme()
  return computed(() => {
    const other = dark.value ? 'light' : 'dark'
    return { label: paletteText.theme(other), icon: dark.value ? Sun : Moon, run: () => void choose(other) }
  })
}

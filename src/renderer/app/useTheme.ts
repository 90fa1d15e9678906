import { Moon, Sun } from '@lucide/vue'
import { usePreferredDark } from '@vueuse/core'
import type { GlobalThemeOverrides } from 'naive-ui'
import { computed, type ComputedRef, type InjectionKey, inject, type Ref, shallowRef, watch } from 'vue'
import type { Preferences } from '../../contract/preferences.ts'
import type { Failure } from '../../contract/result.ts'
import { readThemeOverrides } from '../ui/theme.ts'
import type { NamedCommand } from './palette/command-items.ts'
import { paletteText } from './palette/palette-text.ts'
import { useSettingsStore } from './settings/settings-store.ts'

type ThemeChoice = Preferences['theme']
type Density = Preferences['density']

export interface ThemeControl {
  readonly dark: Readonly<Ref<boolean>>
  readonly overrides: Readonly<Ref<GlobalThemeOverrides>>
  /** How close together the rows of the grids are. */
  readonly density: Readonly<Ref<Density>>
  choose(theme: ThemeChoice): Promise<void>
}

/**
 * How the window looks: light, dark, or the system's theme. Sets `data-theme` on the page and reads Naive UI's theme from it. Until the
 * settings are read, the system decides. `onUnsaved` gets the reason when a choice is not saved.
 */
export function createTheme(onUnsaved: (failure: Failure) => void): ThemeControl {
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
    density: computed(() => settings.values('preferences')?.density ?? 'compact'),
    async choose(theme) {
      const saved = await settings.change('preferences', { theme })
      if (!saved.ok) onUnsaved(saved.error)
    },
  }
}

export const themeKey: InjectionKey<ThemeControl> = Symbol('theme')

export function useTheme(): ThemeControl {
  const theme = inject(themeKey)
  if (!theme) throw new Error('useTheme needs the App around it')
  return theme
}

/** The command that changes from the light to the dark theme, or back. */
export function useThemeToggle(): ComputedRef<NamedCommand> {
  const { dark, choose } = useTheme()
  return computed(() => {
    const other = dark.value ? 'light' : 'dark'
    return { label: paletteText.theme(other), icon: dark.value ? Sun : Moon, run: () => void choose(other) }
  })
}

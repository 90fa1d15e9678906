import { usePreferredDark } from '@vueuse/core'
import type { GlobalThemeOverrides } from 'naive-ui'
import { computed, type InjectionKey, inject, type Ref, ref, shallowRef, watch } from 'vue'
import type { Preferences } from '../../contract/preferences.ts'
import type { Failure } from '../../contract/result.ts'
import type { ProgramClient } from '../bridge/program-client.ts'
import { formatSettings } from '../ui/format-settings.ts'
import { readThemeOverrides } from '../ui/theme.ts'

export type ThemeChoice = Preferences['theme']
export type Density = Preferences['density']

export interface ThemeControl {
  readonly choice: Ref<ThemeChoice>
  readonly dark: Readonly<Ref<boolean>>
  readonly overrides: Readonly<Ref<GlobalThemeOverrides>>
  /** Reads the saved choice; until then the system decides. */
  load(): Promise<void>
  choose(choice: ThemeChoice): Promise<void>
  /** How close together the rows of the grids are. */
  readonly density: Ref<Density>
  chooseDensity(density: Density): Promise<void>
}

/**
 * How the window looks, and how it writes dates. Light, dark, or the system's theme: sets `data-theme` on the page and reads Naive UI's theme from it. A choice that is not saved stays for
 * this window, and `onUnsaved` gets the reason.
 */
export function createTheme(
  { call, read }: Pick<ProgramClient, 'call' | 'read'>,
  onUnsaved: (failure: Failure) => void,
): ThemeControl {
  const choice = ref<ThemeChoice>('system')
  const density = ref<Density>('compact')
  const systemDark = usePreferredDark()
  const dark = computed(() => (choice.value === 'system' ? systemDark.value : choice.value === 'dark'))
  const overrides = shallowRef<GlobalThemeOverrides>({})

  async function save(changes: Partial<Preferences>): Promise<void> {
    const saved = await call('app.setPreferences', changes)
    if (!saved.ok) onUnsaved(saved.error)
  }

  watch(
    dark,
    (isDark) => {
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
      overrides.value = readThemeOverrides()
    },
    { immediate: true },
  )

  return {
    choice,
    dark,
    overrides,
    async load() {
      const saved = await read('app.preferences', {})
      if (!saved.ok) return
      choice.value = saved.value.theme
      density.value = saved.value.density
      formatSettings.dateFormat = saved.value.dateFormat
    },
    async choose(chosen) {
      choice.value = chosen
      await save({ theme: chosen })
    },
    density,
    async chooseDensity(chosen) {
      density.value = chosen
      await save({ density: chosen })
    },
  }
}

export const themeKey: InjectionKey<ThemeControl> = Symbol('theme')

export function useTheme(): ThemeControl {
  const theme = inject(themeKey)
  if (!theme) throw new Error('useTheme needs the App around it')
  return theme
}

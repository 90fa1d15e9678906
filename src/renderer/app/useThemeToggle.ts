import { Moon, Sun } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import type { NamedCommand } from './palette/command-items.ts'
import { paletteText } from './palette/palette-text.ts'
import { useTheme } from './useTheme.ts'

/** The command that changes from the light to the dark theme, or back. */
export function useThemeToggle(): ComputedRef<NamedCommand> {
  const { dark, choose } = useTheme()
  return computed(() => {
    const other = dark.value ? 'light' : 'dark'
    return { label: paletteText.theme(other), icon: dark.value ? Sun : Moon, run: () => void choose(other) }
  })
}

import { computed } from 'vue'
import type { LookupSettings } from '../../contract/lookup-settings.ts'
import { useSettingsStore } from '../app/settings/settings-store.ts'

/** Used until the saved settings have been read. */
const defaults: LookupSettings = { repeatAfterHours: 24, state: null, pageLength: 10 }

/** The look-up settings, which the screen of look-ups loads. */
export function useLookupSettings() {
  const settings = useSettingsStore()
  return computed((): LookupSettings => settings.values('lookups') ?? defaults)
}

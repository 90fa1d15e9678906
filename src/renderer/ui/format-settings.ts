import { shallowReactive } from 'vue'
import type { DateFormat } from '../../contract/calendar-date.ts'
import type { Region } from '../../contract/region.ts'

/**
 * How values are written in this window. One state for the whole window, because texts (`*-text.ts`) format values as well as components.
 * Reactive: what is on the screen changes with it.
 */
export const formatSettings = shallowReactive<{
  /** Of the current connection; null before the first. */
  region: Region | null
  dateFormat: DateFormat
}>({ region: null, dateFormat: 'region' })

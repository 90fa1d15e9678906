import { FileSpreadsheet, Send, Settings, Users } from '@lucide/vue'
import type { Component } from 'vue'

export interface Section {
  readonly path: string
  readonly label: string
  readonly icon: Component
  /** The digit that goes here with Alt. */
  readonly digit: number
}

export const mainSections: readonly Section[] = [
  { path: '/import', label: 'Upload a spreadsheet', icon: FileSpreadsheet, digit: 1 },
  { path: '/uploads', label: 'Uploads', icon: Send, digit: 2 },
  { path: '/customers', label: 'Customers', icon: Users, digit: 3 },
]

export const settingsSection: Section = { path: '/settings', label: 'Settings', icon: Settings, digit: 4 }

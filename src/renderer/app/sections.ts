import { CarFront, FileSpreadsheet, PhoneCall, Send, Settings, Users, Webhook } from '@lucide/vue'
import type { Component } from 'vue'

export interface Section {
  readonly path: string
  readonly label: string
  readonly icon: Component
  /** The digit that goes here with Alt. */
  readonly digit: number
}

export const mainSections: readonly Section[] = [
  { path: '/sightings', label: 'Sightings', icon: PhoneCall, digit: 1 },
  { path: '/lookup', label: 'Look up', icon: CarFront, digit: 2 },
  { path: '/customers', label: 'Customers', icon: Users, digit: 3 },
  { path: '/import', label: 'Upload a spreadsheet', icon: FileSpreadsheet, digit: 4 },
  { path: '/uploads', label: 'Uploads', icon: Send, digit: 5 },
  { path: '/webhooks', label: 'Webhooks', icon: Webhook, digit: 6 },
]

export const settingsSection: Section = { path: '/settings', label: 'Settings', icon: Settings, digit: 7 }

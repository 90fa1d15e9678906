import type { Component } from 'vue'

export interface MenuItem {
  readonly label: string
  readonly icon: Component
  /** The keys of the same command, as shown: "Ctrl+C". */
  readonly keys?: string
  /** Why it can't be used now; false or absent: it can. */
  readonly disabled?: string | false
  readonly danger?: boolean
  run(): void
}

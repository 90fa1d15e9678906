import type { Component } from 'vue'
import type { Router } from 'vue-router'
import type { Result } from '../../../contract/result.ts'
import type { useOpenInSource } from '../switcher/useOpenInSource.ts'
import type { ProgramClient, WindowClient } from '../../bridge/program-client.ts'

export interface PaletteItem {
  /** Unique in its group. */
  readonly key: string
  readonly label: string
  readonly note?: string
  readonly icon?: Component
  /** A word in a pill behind the label. */
  readonly tag?: { readonly text: string; readonly tone: 'neutral' | 'warning' | 'practice' }
  readonly keys?: string
  run(): void
}

export interface ScoredItem extends PaletteItem {
  /** By `score` of rank.ts. */
  readonly score: number
}

/** Records of a feature that the command palette finds. */
export interface PaletteSource {
  readonly title: string
  /** The best items for a text that is not empty, at most a handful. */
  find(
    text: string,
    tools: {
      readonly client: Pick<ProgramClient, 'read' | 'call'> & Partial<Pick<WindowClient, 'host'>>
      readonly router: Router
      readonly openIn: ReturnType<typeof useOpenInSource>['open']
    },
  ): Promise<Result<readonly ScoredItem[]>>
}

import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { Connection } from '../../contract/connections.ts'
import type { PaletteSource } from './palette/palette-source.ts'
import type { Shortcut, ShortcutGroup } from './shortcuts/shortcut.ts'

export interface NavigationEntry {
  readonly path: string
  readonly label: string
  readonly icon: Component
  /** Opens it with Alt, and orders the entries. */
  readonly digit: number
  /** Not in the sidebar: in the menu at the end of the top bar. */
  readonly inMenu?: boolean
  /** What is under way on its screen, after the label. */
  readonly state?: Component
}

/** A command that works on every screen: by its shortcut, and by the host's menu where `name` is one of its commands. */
export interface FeatureCommand {
  readonly name: string
  readonly shortcut?: Shortcut
  /** For the command palette, where there is no shortcut with a label. Without both it is for menus only. */
  readonly label?: string
  /** Only while the current connection is of this kind, and in the menu of connections as well. */
  readonly kind?: Connection['kind']
  /** `argument`: what the host's menu adds to the command, such as selected text. */
  run(argument?: string): void
}

/**
 * What the shell knows about a feature. Every folder in `features` has a `feature.ts` that exports one as `feature`; the shell
 * collects them, so that a folder can be added or deleted without a change elsewhere. Screens are imported when they open.
 */
export interface Feature {
  readonly title: string
  readonly routes?: readonly RouteRecordRaw[]
  readonly navigation?: NavigationEntry
  /** For the shortcuts dialog: what the feature's screens register. */
  readonly shortcuts?: readonly ShortcutGroup[]
  /** The path that a start leads to, with customers in the list or before there are any. */
  readonly home?: { readonly when: 'has-customers' | 'no-customers'; readonly path: string }
  /** Screens before the shell: storage that is not open (props `status`, `adopt`), and no connection yet. */
  readonly gate?: { readonly storage?: Component; readonly firstRun?: Component }
  readonly overlay?: Component
  /** Shown at the end of the top bar. */
  readonly topBar?: Component
  /** Shown between the top bar and the screen. */
  readonly banner?: Component
  /**
   * Lies over every page, also before the shell. Props: `screen`, the name of the route or the state of the window
   * (`storage:needs-password`, `first-run`), and `shortcutsGroup`. Emits `shortcuts` to open the shortcuts dialog.
   */
  readonly anywhere?: Component
  /** What the command palette finds in the feature's records. */
  readonly palette?: () => Promise<PaletteSource | readonly PaletteSource[]>
  /** What the feature shows about a vehicle of the catalogue, under the tab `key`. Props: `vehicleId`, `title`. */
  readonly vehiclePanel?: { readonly key: 'specs' | 'market'; readonly component: () => Promise<Component> }
  /**
   * Runs once in the setup of the shell, when storage is open and a connection is chosen: for what the feature does on screens
   * that are not its own. Gives the commands that work everywhere.
   */
  setup?(): readonly FeatureCommand[]
}

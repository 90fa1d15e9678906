export type HelpGroup = 'start' | 'calls' | 'customers' | 'import' | 'cars' | 'connections' | 'program'

/**
 * A part of a section. Texts may contain **labels** as they are on the screen, `Ctrl+K` for keys, and [links](page) or
 * [links](page#section): the section by its title in lower case with hyphens.
 */
export type HelpBlock =
  | string
  | { readonly steps: readonly string[] }
  | { readonly list: readonly string[] }
  /** The sample spreadsheets, to open or to save. */
  | { readonly samples: true }

/** `name`: the file in `features/help/pictures`. */
export interface HelpPicture {
  readonly name: string
  readonly alt: string
}

export interface HelpSection {
  /** F1 in a dialog, panel or part of the screen of this name opens this section. */
  readonly title: string
  readonly blocks: readonly HelpBlock[]
  /** Other names of dialogs, panels and parts of the screen that this section explains. */
  readonly parts?: readonly (string | RegExp)[]
}

/** A page of Help. Each feature has its own in `help.md`. */
export interface HelpPage {
  readonly id: string
  readonly title: string
  readonly group: HelpGroup
  /** What the screen is for, in a sentence. */
  readonly summary: string
  /** The names of the routes that it explains, and the states of the window before them: `storage:needs-password`, `first-run`. */
  readonly screens: readonly string[]
  /** Where several pages explain one screen: the tab, step, heading or dialog that this one is about. */
  readonly parts?: readonly (string | RegExp)[]
  readonly keywords?: string
  readonly picture?: HelpPicture
  readonly sections: readonly HelpSection[]
}

/** The part of a link that names a section: "Add cars by hand" -> "add-cars-by-hand". */
export const sectionId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

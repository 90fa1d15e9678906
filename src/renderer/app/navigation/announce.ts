/** Chromium 141 and later, with which Electron and most browsers come. TypeScript does not know it yet. */
interface NotifiableDocument extends Document {
  ariaNotify?: (announcement: string) => void
}

/**
 * Reads a text out to screen readers that nothing on the screen announces: the title of a new screen, for example, because a click on
 * a link moves no focus. Older browsers say nothing.
 */
export const announce = (text: string): void => (document as NotifiableDocument).ariaNotify?.(text)

import type { CheckContext } from './draft-source.ts'

/** The text as V8 holds names and the texts of the code: it compares such texts by their place in memory. */
function known<Text extends string>(text: Text): Text {
  return (Object.keys({ [text]: null }) as Text[])[0] ?? text
}

/**
 * The same context. Texts of a message are not like those in the code, and code that V8 compiled for one kind is thrown away when it meets
 * the other.
 */
export const withKnownTexts = (context: CheckContext): CheckContext => ({
  ...context,
  region: known(context.region),
  mobileForm: known(context.mobileForm),
  shortVins: known(context.shortVins),
  dateFormat: known(context.dateFormat),
})

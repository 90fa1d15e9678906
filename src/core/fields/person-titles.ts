/** Titles in front of a person's name, in small letters. */
export const personTitles: ReadonlySet<string> = new Set('mr mrs ms miss mx mstr dr prof rev sir'.split(' '))

/** Whether a word is a title, also with a full stop. */
export const isPersonTitle = (word: string): boolean => personTitles.has(word.toLowerCase().replace(/\.$/, ''))

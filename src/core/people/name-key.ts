/** Each PC of a team has its own list of people: the same name is the same person. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLocaleLowerCase('en')

/** Where the name of a car ends in a title: at its gearbox or drive, or at a code such as "VDJ200R". */
const detail = /^(?:automatic|auto|manual|cvt|dct|sedan|wagon|hatchback|4x4|4x2|[24]wd|[afr]wd|my\d\d)$/i
const code = /^(?=\S*\d)(?=\S*[A-Z])[A-Z\d]{5,}$/
/** A generation such as "DK", where a gearbox or drive follows it. */
const generation = /^[A-Z]{2}$/
const makesOfTwoWords = /^(?:alfa romeo|aston martin|great wall|land rover|rolls royce)$/i
const modelsOfTwoWords = /^(?:grand|land|model|range|santa)$/i

function nameWords(title: string): string[] {
  const words = title.split(/\s+/).filter(Boolean)
  const end = words.findIndex((word, at) => at > 2 && (detail.test(word) || code.test(word)))
  const name = end < 0 ? words : words.slice(0, end)
  const hasGeneration = end > 3 && detail.test(words[end] ?? '') && generation.test(name.at(-1) ?? '')
  return hasGeneration ? name.slice(0, -1) : name
}

/** The make of "Mazda3" is a part of its model. */
const makeLength = (words: readonly string[]): number =>
  /\d/.test(words[1] ?? '') ? 0 : makesOfTwoWords.test(words.slice(1, 3).join(' ')) ? 2 : 1
const hasYear = (words: readonly string[]): boolean => /^(?:19|20)\d\d$/.test(words[0] ?? '')

/** Year, make and model of a title that begins with its year: "2013 Toyota LandCruiser". Another title stays as it is. */
export function carName(title: string): string {
  const words = nameWords(title)
  if (!hasYear(words)) return title
  const model = 1 + makeLength(words)
  const isLong = modelsOfTwoWords.test(words[model] ?? '') || /^series$/i.test(words[model + 1] ?? '')
  return words.slice(0, model + (isLong ? 2 : 1)).join(' ')
}

/** Year, model and badge: "2016 CX-3 Maxx". Another title stays as it is. */
export function shortCar(title: string): string {
  const words = nameWords(title)
  const model = words.slice(1 + makeLength(words))
  // "3" alone is no name.
  return hasYear(words) && model.join(' ').length > 1 ? [words[0], ...model].join(' ') : title
}

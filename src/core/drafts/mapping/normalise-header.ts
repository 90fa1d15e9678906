const wordMap: Readonly<Record<string, string>> = {
  ...words('no', 'number num nbr numb nr nos'),
  ...words('licence', 'license lic'),
  ...words('phone', 'telephone ph tel'),
  ...words('mobile', 'mob cell cellular cellphone handphone hp'),
  ...words('customer', 'cust client clnt buyer purchaser owner customers clients buyers purchasers owners'),
  ...words('first', 'fname forename given christian firstname'),
  ...words('last', 'lname surname family lastname'),
  ...words('date', 'dt'),
  ...words('name', 'names'),
  ...words('delivery', 'delivered deliv del dely'),
}

function words(meaning: string, spellings: string): Readonly<Record<string, string>> {
  return Object.fromEntries(spellings.split(' ').map((spelling) => [spelling, meaning]))
}

const registration: ReadonlySet<string> = new Set(['registration', 'regn', 'regist', 'reg'])
const notAboutThePlate = /^(?:date|dt|year|fee|exp.*)$/
const vehicle: ReadonlySet<string> = new Set(['veh', 'vehicle', 'vehicles', 'car', 'unit'])
const fillers: ReadonlySet<string> = new Set(['the', 'of', 'a'])
/**
 * Alone these would say nothing, or another thing ("No" is a row's number, "ID No" a person's): the word for the
 * vehicle stays.
 */
const tooLittle: ReadonlySet<string> = new Set(['', 'no', 'id', 'id no', 'serial', 'serial no', 'price', 'type'])

/**
 * A header in the form in which headers are compared: small letters, one space between words, and one word for the same
 * thing ("Reg. #", "REGISTRATION NUMBER" and "RegoNo" are all "rego no").
 */
export function normaliseHeader(text: string): string {
  const parted = text
    .normalize('NFKC')
    .replace(/[\ufeff\u200b-\u200f'’]/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2')
    .toLowerCase()
    .replace(/[#№]/g, ' no ')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const tokens = parted.split(' ')
  return dropFillers(initialsJoined(tokens).map(meaning)).join(' ')
}

/** "d o b" is "dob", "v i n" is "vin". */
function initialsJoined(tokens: readonly string[]): readonly string[] {
  const joined: string[] = []
  let initials = ''
  for (const token of tokens) {
    if (/^\p{L}$/u.test(token)) {
      initials += token
      continue
    }
    if (initials !== '') joined.push(initials)
    initials = ''
    joined.push(token)
  }
  if (initials !== '') joined.push(initials)
  return joined
}

function meaning(token: string, at: number, tokens: readonly string[]): string {
  if (registration.has(token)) return notAboutThePlate.test(tokens[at + 1] ?? '') ? 'registration' : 'rego'
  return wordMap[token] ?? token
}

function dropFillers(tokens: readonly string[]): readonly string[] {
  const kept = tokens.filter((token) => !fillers.has(token))
  const withoutVehicle = kept.filter((token) => !vehicle.has(token))
  if (!tooLittle.has(withoutVehicle.join(' '))) return withoutVehicle
  return kept.map((token) => (token === 'veh' || token === 'vehicles' ? 'vehicle' : token))
}

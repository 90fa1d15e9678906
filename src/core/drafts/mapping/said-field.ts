import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import type { HeaderMeaning } from '../headers/known-headers.ts'

/** Words by which the name of a column says a field. Other names, as "Sold" or "Contact", say many things. */
const saysField: readonly {
  readonly says: RegExp
  readonly isOf: readonly NamedTarget[]
  readonly fills: readonly ColumnTarget[]
}[] = [
  { says: word('rego|plate|plates|registration|vrn|vrm'), isOf: ['rego'], fills: ['rego', 'rego_and_state'] },
  { says: word('state'), isOf: ['state'], fills: ['state', 'rego_and_state'] },
  { says: word('vin|chassis|casis|chasis|sasis|identification'), isOf: ['vin'], fills: ['vin'] },
  { says: word('mobile|bimbit|handphone'), isOf: ['mobile_number'], fills: ['mobile_number'] },
  { says: word('date|tarikh'), isOf: ['sale_date'], fills: ['sale_date'] },
  {
    says: word('name|nama|customer|first|last'),
    isOf: ['client_name', 'first_name', 'last_name'],
    fills: ['client_name', 'first_name', 'last_name', 'company'],
  },
]

function word(words: string): RegExp {
  return new RegExp(`(?:^| )(?:${words})(?: |$)`)
}

/** The targets that fill the field which the name of a column plainly says; undefined: it says none, or one of several. */
export function saidField({ named, normalised }: HeaderMeaning): readonly ColumnTarget[] | undefined {
  if (named?.match !== 'exact' && named?.match !== 'words') return undefined
  return saysField.find(({ says, isOf }) => isOf.includes(named.target) && says.test(normalised))?.fills
}

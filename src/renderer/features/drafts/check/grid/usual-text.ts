import type { Draft } from '../../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../../contract/draft-rows.ts'

/** Texts of a usual length. */
const usualTexts: Readonly<Record<string, string>> = {
  rego: 'ABC 123',
  vin: '6G1FA8E5AZ4033922',
  client_name: 'Alexandra Smith',
  mobile_number: '0491 570 006',
  sale_date: '28/12/2024',
  expiry_date: '28/12/2024',
} satisfies Partial<Record<CustomerField, string>>

/** Without a file, the values come later: a text as long as they usually are. */
export const usualText = ({ fileName }: Pick<Draft, 'fileName'>, key: string): string =>
  fileName === '' ? (usualTexts[key] ?? '') : ''

import { CustomerField } from '../../../../../contract/draft-rows.ts'
import type { Region } from '../../../../../contract/region.ts'
import { fieldLabels } from '../../drafts-text.ts'

/** The fields that can be edited, with their labels. Only Australia has states. */
export const editableFields = (region: Region): { readonly value: CustomerField; readonly label: string }[] =>
  CustomerField.options
    .filter((field) => field !== 'state' || region === 'au')
    .map((field) => ({ value: field, label: fieldLabels[field] }))

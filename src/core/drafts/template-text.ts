import type { ColumnTarget } from '../../contract/column-choices.ts'
import { formatNumber, plural } from '../../contract/regional-format.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { Region } from '../../contract/region.ts'

/** Sentences about templates. */
export const templateText = {
  unnamed: (columns: number) => `${columns} columns`,
  notFound: { message: 'This template no longer exists.', next: 'Choose another template.' },
  notATemplate: {
    message: 'This file is not a template of Forecourt.',
    next: 'Choose a file that Forecourt exported as a template.',
  },
  replaces: (name: string, fixes: number) =>
    `The template “${name}” is for the same header. It is deleted${fixes > 0 ? `, with ${fixes === 1 ? '1 value fix' : `${formatNumber(fixes)} value fixes`}` : ''}.`,
  otherRegion: (region: Region, draft: Region) =>
    `The template is for ${regionNames[region]}; this draft is for ${regionNames[draft]}.`,
  otherSheet: (wanted: string, shown: string) =>
    `The template is for the sheet “${wanted}”; this draft reads “${shown}”.`,
  missingColumn: (header: string, target: ColumnTarget, names: Readonly<Record<ColumnTarget, string>>) =>
    target === 'keep' || target === 'leave_out'
      ? `No column “${header}”.`
      : `No column “${header}” (${names[target]}).`,
  moreMissing: (count: number) =>
    `${plural(count, 'more column of the template is', 'more columns of the template are')} not in this file.`,
  newColumns: (headers: readonly string[]) =>
    `Not in the template: ${headers.slice(0, 5).join(', ')}${headers.length > 5 ? ` and ${headers.length - 5} more` : ''}.`,
} as const

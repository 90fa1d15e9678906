import type { DraftTemplate } from '../../../../contract/draft-templates.ts'
import { regionNames } from '../../../../contract/region-names.ts'
import { formatAge, plural } from '../../../ui/format.ts'

/** The texts of templates: their list on the first page of the import, and their choice in a draft. */
export const templatesText = {
  title: 'Templates',
  hint: 'Saved from your earlier files. A file with the same header uses its template automatically.',
  import: 'Import template',
  imported: (name: string) => `Template “${name}” imported.`,
  replacing: {
    title: 'Replace the template of the same header?',
    confirm: 'Replace',
  },
  rename: (name: string) => `Rename template ${name}`,
  export: (name: string) => `Export template ${name}`,
  forget: (name: string) => `Forget template ${name}`,
  forgotten: (name: string) => `Template “${name}” forgotten.`,
  renaming: { title: 'Rename template', label: 'Name', save: 'Save' },
  forgetting: {
    title: (name: string) => `Forget the template “${name}”?`,
    text: 'The template is deleted, with its value fixes and contact answers. The next file with this header gets new suggestions. Drafts keep their columns.',
    folders: 'Watched folders that use it send nothing by themselves until you choose another one.',
    confirm: 'Forget',
  },
  exporting: {
    title: (name: string) => `Export the template “${name}”`,
    text: (fixes: number) =>
      `It has ${plural(fixes, 'value fix', 'value fixes')}, which may contain customer data. Nothing else in it does.`,
    confirm: 'Export',
  },
  facts: ({
    columns,
    region,
    sheet,
    headerRow,
    defaultState,
    fixes,
    dateOrders,
    contactAnswers,
    updatesCustomers,
    usedAt,
  }: DraftTemplate) =>
    [
      regionNames[region],
      plural(columns.length, 'column'),
      sheet ? `sheet “${sheet}”` : '',
      headerRow ? `header in row ${headerRow}` : '',
      defaultState ? `default state ${defaultState}` : '',
      dateOrders > 0 ? plural(dateOrders, 'date format') : '',
      contactAnswers > 0 ? plural(contactAnswers, 'contact answer') : '',
      fixes.length > 0 ? plural(fixes.length, 'value fix', 'value fixes') : '',
      updatesCustomers ? 'updates existing customers' : '',
      `used ${formatAge(usedAt)}`,
    ]
      .filter(Boolean)
      .join(', '),
  picker: {
    title: 'Set up columns by a template',
    placeholder: 'Choose a template',
    apply: 'Apply',
    applied: 'Template applied.',
    nothing: 'The template changes nothing in this file.',
    problems: 'Some of the template doesn’t fit',
  },
} as const

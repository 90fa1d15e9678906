import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import type { Draft } from '../../contract/drafts.ts'
import type { DraftTemplate } from '../../contract/draft-templates.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { fieldNames } from './mapping/column-text.ts'
import { normaliseHeader } from './headers/normalise-header.ts'
import { RememberedChoices } from './model/draft-source.ts'
import type { SavedTemplate, TemplateRepository } from './storage/template-repository.ts'
import { templateText } from './template-text.ts'

/** An exported template. A change that other versions of Forecourt could not read raises the number. */
const TemplateFile = z.object({
  forecourtTemplate: z.literal(1),
  region: Region,
  shape: z.string().min(1).max(200_000),
  choices: RememberedChoices,
})

export function createTemplateHandlers(
  templates: TemplateRepository,
  { now, announce }: { readonly now: () => string; readonly announce: () => void },
) {
  return {
    templates: async () => ({ templates: templates.list().map(shownTemplate) }),
    renameTemplate: async ({ id, name }) => {
      const { region, shape, choices, usedAt } = requireTemplate(templates, id)
      templates.save(region, { shape, choices: { ...choices, name } }, usedAt)
      announce()
      return {}
    },
    forgetTemplate: async ({ id }) => {
      templates.remove(requireTemplate(templates, id))
      announce()
      return {}
    },
    exportTemplate: async ({ id }) => {
      const template = requireTemplate(templates, id)
      const { region, shape, choices } = template
      const { name } = shownTemplate(template)
      const file: z.input<typeof TemplateFile> = { forecourtTemplate: 1, region, shape, choices: { ...choices, name } }
      return {
        fileName: `${name.replace(/[\\/:*?"<>|]/g, '-')}.forecourt-template.json`,
        mimeType: 'application/json',
        encoding: 'utf8',
        content: JSON.stringify(file, null, 2),
        rows: 1,
      }
    },
    importTemplate: async ({ content, replace = false }) => {
      const read = TemplateFile.safeParse(jsonOrNull(content))
      if (!read.success) return fail('invalid-input', templateText.notATemplate)
      const { region, shape, choices } = read.data
      const replaced = templates.list().find((each) => each.region === region && each.shape === shape)
      if (replaced && !replace) {
        const { name, fixes } = shownTemplate(replaced)
        fail('needs-confirmation', templateText.replaces(name, fixes.length))
      }
      const saved = templates.save(region, { shape, choices }, now())
      announce()
      return shownTemplate(saved)
    },
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}

/** Throws `not-found`. */
export function requireTemplate(templates: TemplateRepository, id: string): SavedTemplate {
  return templates.find(id) ?? fail('not-found', templateText.notFound)
}

function shownTemplate({ id, region, choices, usedAt }: SavedTemplate): DraftTemplate {
  const { targets, dates, contact, notes, header, sheet, headerRow, fixes, knownCustomers } = choices
  const written = new Map(header.map((name) => [normaliseHeader(name), name]))
  const columns = Object.entries(targets).map(([name, target]) => ({ header: written.get(name) ?? name, target }))
  return {
    id,
    name: choices.name ?? templateText.unnamed(columns.length),
    region,
    columns,
    sheet,
    headerRow,
    defaultState: choices.defaultState,
    dateOrders: Object.keys(dates).length,
    contactAnswers: Object.keys(contact).length + Object.keys(notes).length,
    updatesCustomers: knownCustomers === 'update',
    fixes: [...fixes],
    usedAt,
  }
}

/** The most missing columns that are named one by one. */
const namedColumns = 5

/** What of a template does not fit a draft, as sentences. */
export function templateProblems(template: SavedTemplate, draft: Draft): string[] {
  const { columns, region, sheet } = shownTemplate(template)
  const problems: string[] = []
  if (region !== draft.region) problems.push(templateText.otherRegion(region, draft.region))
  if (sheet !== null && sheet !== draft.source.sheet) problems.push(templateText.otherSheet(sheet, draft.source.sheet))
  const present = new Set(draft.columns.map(({ header }) => normaliseHeader(header)))
  const missing = columns
    .filter(({ header }) => !present.has(normaliseHeader(header)))
    .toSorted((a, b) => Number(isOther(a.target)) - Number(isOther(b.target)))
  for (const { header, target } of missing.slice(0, namedColumns)) {
    problems.push(templateText.missingColumn(header, target, fieldNames))
  }
  if (missing.length > namedColumns) problems.push(templateText.moreMissing(missing.length - namedColumns))
  const known = new Set(columns.map(({ header }) => normaliseHeader(header)))
  // A template says nothing about columns that were empty in its file, and nothing is needed while they are.
  const added = draft.columns
    .filter(({ header, samples }) => samples.length > 0 && !known.has(normaliseHeader(header)))
    .map(({ header }) => header)
  if (added.length > 0) problems.push(templateText.newColumns(added))
  return problems
}

const isOther = (target: string): boolean => target === 'keep' || target === 'leave_out'

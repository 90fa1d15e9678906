import { z } from 'zod'
import { Draft } from './drafts.ts'
import { CustomerField } from './draft-rows.ts'
import { ColumnTarget } from './column-choices.ts'
import { ExportedFile } from './exported-file.ts'
import { Region, StateCode } from './region.ts'

/** What is remembered of a file for the next one with the same header, or for a file to which the user applies it. */
export const DraftTemplate = z.object({
  id: z.string(),
  name: z.string(),
  region: Region,
  columns: z.array(z.object({ header: z.string(), target: ColumnTarget })),
  /** Chosen by the user; null: found by rule. */
  sheet: z.string().nullable(),
  headerRow: z.number().int().nullable(),
  defaultState: StateCode.nullable(),
  /** Date columns whose order the user chose, answered contact questions, and decided notes about contact. */
  dateOrders: z.number().int(),
  contactAnswers: z.number().int(),
  /** Existing customers in the file are updated; false: their rows are excluded. */
  updatesCustomers: z.boolean(),
  /** Texts that become other texts in every row: "QLD." becomes "QLD". */
  fixes: z.array(z.object({ field: CustomerField, original: z.string(), text: z.string() })),
  /** ISO 8601. */
  usedAt: z.string(),
})
export type DraftTemplate = z.infer<typeof DraftTemplate>

const id = z.string().max(64)
const TemplateId = z.object({ id })

/** Methods of the domain "drafts" about templates. `drafts.changed` without a subject says that the list changed. */
export const draftTemplates = {
  /** Last used first. */
  templates: { input: z.object({}), output: z.object({ templates: z.array(DraftTemplate) }) },
  renameTemplate: { input: z.object({ id, name: z.string().trim().min(1).max(80) }), output: z.object({}) },
  forgetTemplate: { input: TemplateId, output: z.object({}) },
  /** A JSON file without customer data, except in value fixes. */
  exportTemplate: { input: TemplateId, output: ExportedFile },
  /**
   * Saves an exported template. `replace`: also in place of one for the same header; else that is `needs-confirmation`. `invalid-input`: the
   * text is none.
   */
  importTemplate: {
    input: z.object({ content: z.string().max(2_000_000), replace: z.boolean().optional() }),
    output: DraftTemplate,
  },
  /** Sets up a draft as a template says, as one change. `problems`: what of the template does not fit, as sentences. */
  applyTemplate: {
    input: z.object({ id, templateId: z.string().max(64) }),
    output: z.object({ draft: Draft, problems: z.array(z.string()) }),
  },
} as const

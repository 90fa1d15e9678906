import { z } from 'zod'

/**
 * A value of a record whose fields the interface leaves open, ready to be shown: nothing that the service sends is dropped from view.
 * `text` is in plain words ("Yes", "130", "3 November 2027"); null with children is a group, null without any is a field that came
 * without a value. `name` is the field's own name, `label` what is shown for it.
 */
export interface Detail {
  readonly name: string
  readonly label: string
  readonly text: string | null
  readonly children: readonly Detail[]
}
export const Detail: z.ZodType<Detail> = z.object({
  name: z.string(),
  label: z.string(),
  text: z.string().nullable(),
  get children() {
    return z.array(Detail)
  },
})

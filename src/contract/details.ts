import { z } from 'zod'

/**
 * A field of a record that the interface does not define, ready to be shown, so that the user sees everything that the
 * service sends. `text` is readable ("Yes", "130", "3/11/2027"). Null with children is a group; null without children
 * is a field without a value. `name` is the field's name, `label` the text to show for it.
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

import { createHash } from 'node:crypto'
import { z } from 'zod'

const Checked = z.looseObject({ checksum: z.string().optional() })

const checksumOf = (content: object): string => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** The content with a checksum: without it, a digit that was damaged on a disk would look like a wrong password. */
export const withChecksum = <Content extends object>(content: Content): Content & { readonly checksum: string } => ({
  ...content,
  checksum: checksumOf(content),
})

/** Whether parsed JSON has another content than its checksum says. Without one, nobody can tell. */
export function isChanged(parsed: unknown): boolean {
  const { checksum, ...content } = Checked.safeParse(parsed).data ?? {}
  return checksum !== undefined && checksum !== checksumOf(content)
}

import type { Page } from 'playwright-core'

/** A node of Chromium's accessibility tree, as a screen reader is given it. */
export interface TreeNode {
  readonly role: string
  readonly name: string
  readonly value: string
  readonly description: string
  /** `checked`, `expanded`, `invalid`, `level` ... as Chromium names them. */
  readonly states: Readonly<Record<string, unknown>>
}

const textOf = (value: { value?: unknown } | undefined): string => String(value?.value ?? '').trim()

/** What is exposed of the page now. Texts and containers without a role are left out. */
export async function accessibilityTree(page: Page): Promise<readonly TreeNode[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => ({
      role: textOf(node.role),
      name: textOf(node.name).replaceAll('\u00a0', '').trim(),
      value: textOf(node.value),
      description: textOf(node.description),
      states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
    }))
    .filter(({ role }) => !['StaticText', 'InlineTextBox', 'generic', 'none', 'LabelText', 'paragraph'].includes(role))
}

/** The one node with this role and name. Throws with what is there when there is none, or more than one. */
export function nodeIn(tree: readonly TreeNode[], role: string, name: string): TreeNode {
  const found = tree.filter((node) => node.role === role && node.name === name)
  const [node] = found
  if (!node || found.length > 1) {
    const seen = tree.map((each) => `${each.role} "${each.name}"`).join('\n')
    throw new Error(`${found.length} nodes are ${role} "${name}". The tree holds:\n${seen}`)
  }
  return node
}

/** The same of the page as it is now. */
export const nodeOf = async (page: Page, role: string, name: string): Promise<TreeNode> =>
  nodeIn(await accessibilityTree(page), role, name)

import type { Page } from 'playwright-core'

/** A node as the protocol of the browser gives it. */
interface TreeNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: unknown }
  readonly name?: { readonly value?: unknown }
  readonly description?: { readonly value?: unknown }
  readonly value?: { readonly value?: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
}

/** Texts of data, each with what stands for it, such as `customer`. A longer text comes before a part of it. */
export type DataTexts = readonly (readonly [text: string, name: string])[]

/** Without a meaning of their own: only what they hold is heard. */
const boxes = new Set(['', 'generic', 'none', 'presentation', 'LabelText', 'RootWebArea', 'InlineTextBox', 'LineBreak'])
const states = new Set(
  'level,checked,pressed,selected,expanded,disabled,required,invalid,hasPopup,modal,busy,live'.split(','),
)
/** Of a run of these, the first is shown: the others are heard alike. */
const repeated = new Set(['row', 'listitem', 'option'])
/** Cells of data, and what is in them. Headings of columns and rows are shown. */
const cells = new Set(['gridcell', 'cell'])

const stringOf = (field: { readonly value?: unknown } | undefined): string =>
  typeof field?.value === 'string' || typeof field?.value === 'number' ? String(field.value) : ''

const times =
  /\b(just now|today|yesterday|tomorrow|(in |about )?\d[\d,.]* (second|minute|hour|day|week|month|year)s?( ago)?)\b/gi

/** A text that is the same in each run: # stands for numbers, dates, plates and other words with a digit. */
function normalised(text: string, data: DataTexts): string {
  let result = text.replace(/\s+/g, ' ').trim()
  for (const [value, name] of data) if (value !== '') result = result.replaceAll(value, `<${name}>`)
  return result
    .replaceAll(times, '<time>')
    .replaceAll(/\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/g, '<day>')
    .replaceAll(/[−+-]?\$?[\w.,:@-]*\d[\w.,:@%-]*( ?[ap]m\b)?/g, '#')
    .replaceAll(/#([ /]#)+/g, '#')
    .replaceAll(/# (bytes|[KM]B)\b/g, '# KB')
}

/**
 * What a screen reader is given of the page: Chromium's accessibility tree, a line for each node with its role, name and states. Data in
 * cells, lists of facts within a fact and all but the first of a list are left out.
 */
export async function accessibilityTreeText(page: Page, data: DataTexts): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly TreeNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const text = (field: TreeNode['name']): string => normalised(stringOf(field), data)

  function stateWords({ properties = [] }: TreeNode): string {
    const words = properties.flatMap(({ name, value: { value } }) => {
      if (!states.has(name) || [undefined, false, 'false', '', 'none'].includes(value as string)) return []
      return [value === true || value === 'true' ? name : `${name}=${String(value)}`]
    })
    return words.length > 0 ? `[${words.join(', ')}]` : ''
  }

  function linesOf(node: TreeNode, indent: string, nameAbove: string, isInFact: boolean): string[] {
    const role = stringOf(node.role)
    // The options of a closed choice are not heard, and Chromium gives their states late or not at all.
    if (role === 'MenuListPopup') return []
    const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? [])
    if (node.ignored || boxes.has(role)) return linesOfAll(children, indent, nameAbove, isInFact)
    if (role === 'image' && stringOf(node.name) === '') return []
    if (role === 'DescriptionList' && isInFact) return [`${indent}…`]
    if (cells.has(role)) return [`${indent}${role}`, ...controlsIn(children, `${indent}  `)]
    const name = role === 'row' && !isHeading(children) ? '' : text(node.name)
    // The text of a button or a heading is its name.
    if (role === 'StaticText') return name === '' || nameAbove.includes(name) ? [] : [`${indent}"${name}"`]
    const [value, description] = [text(node.value), text(node.description)]
    const words = [
      role,
      name === '' ? '' : `"${name}"`,
      value === '' || value === name ? '' : `value "${value}"`,
      description === '' || description === name ? '' : `described "${description}"`,
      stateWords(node),
    ]
    return [
      `${indent}${words.filter(Boolean).join(' ')}`,
      ...linesOfAll(children, `${indent}  `, name, role === 'definition'),
    ]
  }

  const isHeading = (children: readonly TreeNode[]): boolean =>
    children.some((child) => stringOf(child.role) === 'columnheader')

  const controlsIn = (children: readonly TreeNode[], indent: string): string[] =>
    linesOfAll(children, indent, '').filter((line) => !line.trim().startsWith('"'))

  function linesOfAll(children: readonly TreeNode[], indent: string, nameAbove: string, isInFact = false): string[] {
    const lines: string[] = []
    let before = ''
    for (const child of children) {
      const role = stringOf(child.role)
      if (role === before && repeated.has(role)) {
        if (lines.at(-1) !== `${indent}…`) lines.push(`${indent}…`)
      } else lines.push(...linesOf(child, indent, nameAbove, isInFact))
      before = role
    }
    return lines
  }

  const root = nodes.find((node) => stringOf(node.role) === 'RootWebArea')
  return root ? `${linesOf(root, '', '', false).join('\n')}\n` : ''
}

import type { HelpBlock, HelpGroup, HelpPage } from '../../app/help-page.ts'

const fact = /^(id|group|screens|parts|keywords|picture): (.*)$/

/** A part of the screen by its name, or by an expression between slashes. */
const readPart = (part: string): string | RegExp => {
  const expression = /^\/(.+)\/$/.exec(part)?.[1]
  return expression === undefined ? part : new RegExp(expression)
}

function readBlock(block: string): HelpBlock {
  if (block === '[samples]') return { samples: true }
  const items = (mark: RegExp) => block.split('\n').map((line) => line.replace(mark, ''))
  if (block.startsWith('- ')) return { list: items(/^- /) }
  return block.startsWith('1. ') ? { steps: items(/^\d+\. /) } : block
}

/** What follows a `#`: the title, what the next lines say about it, and paragraphs and lists with an empty line between them. */
function readHeading(text: string) {
  const [title = '', ...lines] = text.split('\n')
  const end = lines.findIndex((line) => !fact.test(line))
  const facts: Record<string, string> = Object.fromEntries(
    lines.slice(0, end).map((line) => fact.exec(line)?.slice(1) ?? []),
  )
  const blocks = lines.slice(end).join('\n').trim().split(/\n\n+/).filter(Boolean)
  return { title, facts, blocks, ...(facts['parts'] && { parts: facts['parts'].split(' | ').map(readPart) }) }
}

/**
 * Reads a `help.md`: a page for each `#` with its `id`, `group` and `screens`, its summary, and its sections `##`. See `HelpPage` for what they
 * mean. `parts: a | /^b/` names parts of the screen, `picture: name: what it shows` its picture, and `[samples]` shows the sample spreadsheets.
 */
export function readHelp(markdown: string): readonly HelpPage[] {
  const pages = markdown.replaceAll('\r', '').split(/^# /m).slice(1)
  return pages.map((page) => {
    const [head = '', ...sections] = page.split(/^## /m)
    const { title, facts, blocks, ...parts } = readHeading(head)
    const [, name, alt] = /^([\w-]+): (.+)$/.exec(facts['picture'] ?? '') ?? []
    return {
      id: facts['id'] ?? '',
      title,
      group: facts['group'] as HelpGroup,
      summary: blocks.join(' '),
      screens: facts['screens']?.split(', ').filter(Boolean) ?? [],
      ...(facts['keywords'] && { keywords: facts['keywords'] }),
      ...(name && alt && { picture: { name, alt } }),
      ...parts,
      sections: sections.map((section) => {
        const { facts: _, blocks: texts, ...read } = readHeading(section)
        return { ...read, blocks: texts.map(readBlock) }
      }),
    }
  })
}

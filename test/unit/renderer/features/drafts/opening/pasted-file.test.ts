import { describe, expect, test } from 'vitest'
import { fileFromPaste } from '../../../../../../src/renderer/features/drafts/opening/pasted-file.ts'

const file = new File(['Rego,Name\nABC123,Jo'], 'sold.csv')

describe('a paste', () => {
  const none: File[] = []
  test('of cells becomes a table', async () => {
    const made = fileFromPaste({ files: none, text: 'Rego\tName\r\nABC123\tJo\r\n' })
    expect(made?.name).toBe('Pasted table.tsv')
    expect(await made?.text()).toBe('Rego\tName\r\nABC123\tJo\r\n')
  })
  test('of a copied file is that file', () => {
    expect(fileFromPaste({ files: [file], text: '' })).toBe(file)
  })
  test('of cells with their picture becomes a table', () => {
    const picture = new File([''], 'image.png', { type: 'image/png' })
    expect(fileFromPaste({ files: [picture], text: 'a\tb\nc\td' })?.name).toBe('Pasted table.tsv')
  })
  test('of a word is ignored', () => {
    expect(fileFromPaste({ files: none, text: 'Priya Raman' })).toBeNull()
    expect(fileFromPaste({ files: none, text: 'one\ntwo' })).toBeNull()
  })
})

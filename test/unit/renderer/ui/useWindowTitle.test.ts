import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { createWindowTitle } from '../../../../src/renderer/ui/useWindowTitle.ts'

describe('the title of the window', () => {
  it('names the record first, then the section, then the program', () => {
    const title = createWindowTitle()
    const record = ref<string | null>(null)
    title.add(() => 'Customers')
    title.add(() => 'Customers')
    const remove = title.add(() => record.value)
    expect(title.text.value).toBe('Customers – Forecourt')
    record.value = 'Jane Citizen'
    expect(title.text.value).toBe('Jane Citizen – Customers – Forecourt')
    remove()
    expect(title.text.value).toBe('Customers – Forecourt')
  })

  it('is the name of the program while nothing is open', () => {
    expect(createWindowTitle().text.value).toBe('Forecourt')
  })

  it('does not repeat the name of the program', () => {
    const title = createWindowTitle()
    title.add(() => 'Welcome to Forecourt')
    expect(title.text.value).toBe('Welcome to Forecourt')
  })
})

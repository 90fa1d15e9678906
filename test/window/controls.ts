import type { Locator, Page } from 'playwright-core'

/** Chooses an option of a select field by its label. */
export async function chooseOption(scope: Page | Locator, field: string | RegExp, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: field }).selectOption({ label: option })
}

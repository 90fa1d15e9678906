import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCustomers, changeElsewhere, type CustomersWindow, idOf, openCustomers } from './customers-steps.ts'
import { KeyboardUser } from './keyboard-walk.ts'

describe('a conflict', () => {
  let opened: CustomersWindow

  beforeAll(async () => {
    opened = await openCustomers()
    await KeyboardUser.watch(opened.forecourt.context)
    await opened.page.reload()
  })
  afterAll(() => closeCustomers(opened))

  it('is resolved without a mouse, and the focus returns to the list', async () => {
    const { page, grid, service } = opened
    const user = new KeyboardUser(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await user.tabTo(page.getByRole('link', { name: 'Sightings' }))
    await user.goTo(3, 'Customers')
    await grid.getByRole('row').nth(1).waitFor()
    await user.tabTo(page.getByRole('searchbox', { name: 'Search customers' }))
    await user.type('Customer 09')
    await page.getByText('1 customer found').waitFor()
    await changeElsewhere(service, await idOf(service, 'S109ABC'), { mobile_number: '0491570157' })
    await user.tabTo(grid)
    await user.press('Control+Home')
    await user.toColumn(grid, 'Mobile')
    await user.press('F2')
    await user.fill('0491570110')
    await user.press('Enter')
    const compare = page.getByRole('alert').getByRole('button', { name: 'Compare' })
    await user.activate(compare)
    const dialog = page.getByRole('dialog', { name: /was also changed/ })
    await dialog.waitFor()
    await user.activate(dialog.getByRole('button').last())
    await dialog.waitFor({ state: 'detached' })
    await compare.waitFor({ state: 'detached' })
    await user.keepsFocus('the resolved conflict')
    expect(await user.pointerPresses()).toEqual([])
  })
})

import { expect, it, onTestFinished } from 'vitest'
import { cellOf, closeCustomers, find, openCustomers, retype } from './customers-steps.ts'

it('keeps the editor with its customer when a search moves the row, and saves nothing when the customer leaves the list', async () => {
  const opened = await openCustomers()
  onTestFinished(() => closeCustomers(opened))
  const { page, grid } = opened
  await grid.getByRole('gridcell').first().waitFor()
  await find(page, 'Customer 1')
  await grid.getByRole('row').filter({ hasText: 'Customer 10' }).waitFor()
  const status = page.getByRole('group', { name: 'Customers in the list' })
  // The search is applied a moment later, when the editor is open.
  await find(page, 'S110ABC')
  await (await cellOf(grid, 'Customer 10', 'Name')).dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Ten')
  await status.getByText('1 customer found').waitFor()
  await page.keyboard.type(' Renamed')
  await page.keyboard.press('Enter')
  await grid.getByRole('gridcell', { name: 'Ten Renamed' }).waitFor()
  await page.getByRole('button', { name: 'All changes saved' }).waitFor()

  await find(page, 'Customer 1')
  await grid.getByRole('row').filter({ hasText: 'Customer 11' }).waitFor()
  await find(page, 'S112ABC')
  await (await cellOf(grid, 'Customer 11', 'Name')).dblclick()
  await page.keyboard.type('Elev')
  await page.getByText('Nothing was changed. You had typed: Elev').waitFor()
  await page.keyboard.type('en')
  expect(await grid.getByRole('textbox').count()).toBe(0)
  // A cell that the user chooses can be edited again.
  await retype(page, await cellOf(grid, 'Customer 12', 'Name'), 'Twelve Renamed')
  await grid.getByRole('gridcell', { name: 'Twelve Renamed' }).waitFor()
  await page.getByRole('button', { name: 'All changes saved' }).waitFor()
  await find(page, 'S111ABC')
  await grid.getByRole('gridcell', { name: 'Customer 11', exact: true }).waitFor()
})

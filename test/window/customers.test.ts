import { expect, it, onTestFinished } from 'vitest'
import { cellOf, closeCustomers, find, openCustomers, retype } from './customers-steps.ts'

it('saves an edited cell at the service, shows it in another window, and undoes it', async () => {
  const opened = await openCustomers()
  onTestFinished(() => closeCustomers(opened))
  const { page, grid } = opened
  await grid.getByRole('gridcell').first().waitFor()
  const other = await opened.forecourt.context.newPage()
  await other.goto(page.url())
  const there = other.getByRole('grid', { name: 'Customers' })
  await there.getByRole('gridcell').first().waitFor()
  for (const window of [page, other]) await find(window, 'S107ABC')
  await there.getByRole('gridcell', { name: 'Customer 07' }).waitFor()
  await retype(page, await cellOf(grid, 'Customer 07', 'Name'), 'Seven Renamed')
  await grid.getByRole('gridcell', { name: 'Seven Renamed' }).waitFor()
  await there.getByRole('gridcell', { name: 'Seven Renamed' }).waitFor()
  await page.getByRole('button', { name: 'All saved' }).waitFor()
  await page.keyboard.press('Control+Z')
  await page.getByText(/^Undone\. /).waitFor()
  await grid.getByRole('gridcell', { name: 'Customer 07' }).waitFor()
  expect(await grid.getByRole('gridcell', { name: 'Seven Renamed' }).count()).toBe(0)
  await there.getByRole('gridcell', { name: 'Customer 07' }).waitFor()
})

import type { Page } from 'playwright-core'
import type { SightedCar } from '../../src/contract/sightings.ts'
import type { CallNote } from '../../src/contract/call-note.ts'
import type { TeamCarState } from '../../src/contract/team.ts'

interface Changes {
  change(car: SightedCar): SightedCar
  /** The notes of each car; null: its own. */
  readonly entries: readonly CallNote[] | null
}

/** Changes cars of the call list before they reach the window, as if the service were different. */
export async function changeCars(page: Page, changes: () => Changes): Promise<void> {
  for (const method of ['sightings.list', 'sightings.get', 'sightings.cars']) {
    await page.route(`**/call/${method}`, async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const answer = (await response.json()) as {
        value?: { car?: SightedCar; cars?: SightedCar[]; entries?: readonly CallNote[] }
      }
      const { change, entries } = changes()
      if (answer.value?.entries && entries) answer.value.entries = entries
      if (answer.value?.car) answer.value.car = change(answer.value.car)
      if (answer.value?.cars) answer.value.cars = answer.value.cars.map(change)
      await route.fulfill({ response, json: answer })
    })
  }
}

/** Shows the work of a team on each car. Null: there is no team. */
export const showTeamWork = (page: Page, work: () => TeamCarState | null): Promise<unknown> =>
  page.route('**/call/teamWork.car', (route) => route.fulfill({ json: { ok: true, value: { work: work() } } }))

/** Adds the links that the window asks to open, which are not opened. */
export const recordLinks = (page: Page, opened: string[]): Promise<unknown> =>
  page.route('**/call/app.openLink', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    opened.push(url)
    await route.fulfill({ json: { ok: true, value: { address: url, result: 'opened' } } })
  })

import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { CustomerFilter } from '../../../contract/customer-filter.ts'

export type Make = CustomerFacts['makes'][number]
type Cars = CustomerFilter['cars']

/** More are found by typing. */
export const mostMakes = 12

const normalised = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The makes that have the text in their name, with all models, and those with such a model, with these models. */
export function findMakes(makes: readonly Make[], text: string): readonly Make[] {
  const wanted = normalised(text)
  if (wanted === '') return makes
  return makes.flatMap((make) => {
    if (normalised(make.make).includes(wanted)) return [make]
    const models = make.models.filter(({ model }) => normalised(`${make.make}${model}`).includes(wanted))
    return models.length > 0 ? [{ ...make, models }] : []
  })
}

export const isChosen = (cars: Cars, make: string, model: string | null): boolean =>
  cars.some((car) => car.make === make && car.model === model)

/** Any model of a make replaces its models, and a model replaces any model. */
export function toggleCar(cars: Cars, make: string, model: string | null): Cars {
  if (isChosen(cars, make, model)) return cars.filter((car) => car.make !== make || car.model !== model)
  const others = cars.filter((car) => car.make !== make || (model !== null && car.model !== null))
  return [...others, { make, model }]
}
